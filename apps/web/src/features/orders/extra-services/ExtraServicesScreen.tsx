import { balanceQuery, priceQuery, webPaths } from '@nerdify/contract/web-paths.ts'
import { offeredServices, serviceNames, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { detailsFault } from '@nerdify/domain/orders/task-description.ts'
import { stepsOf } from '@nerdify/domain/orders/order-steps.ts'
import { type Cents, centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { Navigate, useSearchParams } from 'react-router'
import { failureText } from '../../../api/failure-text.ts'
import { useMe } from '../../../api/queries.ts'
import { orderDetailsTexts } from '../../../texts/order-details.ts'
import { extraServicesTexts, serviceTexts } from '../../../texts/order-extra-services.ts'
import { orderFlowTexts, priceTexts } from '../../../texts/order-flow.ts'
import { AddOn, AddOnList } from '../../../ui/AddOn.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { AlertIcon } from '../../../ui/Icons.tsx'
import { Question, Worksheet } from '../../../ui/Worksheet.tsx'
import { ownDeadlineTexts } from '../deadline-text.ts'
import { type FlowPlace, stepPath, stepTermsOf } from '../flow-place.ts'
import { FlowScreen } from '../FlowScreen.tsx'
import { StepGate } from '../OrderGate.tsx'
import { OrderNotices } from '../OrderNotices.tsx'
import type { OrderChangesState } from '../order-changes.ts'
import type { OrderInHand } from '../order-in-hand.ts'
import { useOrderChanges } from '../order-queues.ts'
import { PriceBar, PriceCard, PriceDetails, totalOf } from '../PriceCard.tsx'
import { ReviewList, type ReviewedAnswer } from './ReviewList.tsx'
import { usePay } from '../use-pay.ts'

/** Step 4: what may be added, everything to check, and the way to the card page (FLOW-23). */
export function Component() {
  const steps = stepsOf(stepTermsOf(useMe().data))
  if (!steps.includes('extra-services')) return <Navigate to={webPaths.orders()} replace />
  return (
    <StepGate page="extra-services">
      {(order) =>
        detailsFault(order.details) !== undefined ? (
          <Navigate to={stepPath('details', placeOf(order))} replace />
        ) : order.stored === null ? (
          <ExtraServices order={order} serviceFault={null} />
        ) : (
          <StoredExtraServices order={order} orderId={order.stored._id} />
        )
      }
    </StepGate>
  )
}

const placeOf = ({ stored, jobType }: OrderInHand): FlowPlace =>
  stored === null ? { jobType: jobType.id } : { orderId: stored._id }

function StoredExtraServices({ order, orderId }: { order: OrderInHand; orderId: string }) {
  const { state } = useOrderChanges(orderId)
  return <ExtraServices order={order} serviceFault={state.serviceFault} />
}

interface ExtraServicesProps {
  order: OrderInHand
  serviceFault: OrderChangesState['serviceFault']
}

function ExtraServices({ order, serviceFault }: ExtraServicesProps) {
  const place = placeOf(order)
  const pay = usePay(order)
  const total = totalOf(order)
  const [query] = useSearchParams()
  const isRepriced = query.get(priceQuery.name) === priceQuery.changed
  const isBalanceChanged = query.get(balanceQuery.name) === balanceQuery.changed
  const label = paymentLabel(order, total)

  const button =
    pay.href === undefined || pay.busy ? (
      <Button variant="primary" block="full" busy={pay.busy && extraServicesTexts.opening} onClick={pay.press}>
        {label}
      </Button>
    ) : (
      <a className={buttonClass({ variant: 'primary', block: 'full' })} href={pay.href} onClick={pay.press}>
        {label}
      </a>
    )

  return (
    <FlowScreen
      step="extra-services"
      place={place}
      title={extraServicesTexts.title}
      lede={extraServicesTexts.lede}
      notices={<OrderNotices order={order} />}
      side={
        <PriceCard order={order} note={extraServicesTexts.securePage}>
          {button}
        </PriceCard>
      }
      below={<PriceDetails order={order} note={extraServicesTexts.securePage} />}
      bar={<PriceBar order={order}>{button}</PriceBar>}
    >
      {isRepriced && (
        <Banner kind="info" icon={<AlertIcon />} title={extraServicesTexts.repriced}>
          {extraServicesTexts.repricedText}
        </Banner>
      )}
      {isBalanceChanged && (
        <Banner kind="info" icon={<AlertIcon />} title={extraServicesTexts.balanceChanged}>
          {extraServicesTexts.balanceChangedText}
        </Banner>
      )}
      {pay.isRepriced && (
        <Banner kind="info" icon={<AlertIcon />} title={extraServicesTexts.repriced}>
          {extraServicesTexts.changedElsewhere}
        </Banner>
      )}
      {pay.failure !== undefined && (
        <Banner
          kind="bad"
          icon={<AlertIcon />}
          title={extraServicesTexts.notPlaced}
          actions={
            <Button size="small" onClick={pay.retry}>
              {orderFlowTexts.tryAgain}
            </Button>
          }
        >
          {pay.failure}
        </Banner>
      )}
      <Worksheet plain>
        <AddOnList>
          {offeredServices.map((key) => (
            <Service key={key} service={key} order={order} serviceFault={serviceFault} />
          ))}
        </AddOnList>
      </Worksheet>
      {order.balance.usableCents > 0 && (
        <Worksheet plain>
          <UseBalance order={order} />
        </Worksheet>
      )}
      <Worksheet plain>
        <Question title={extraServicesTexts.review}>
          <Review order={order} place={place} />
        </Question>
      </Worksheet>
    </FlowScreen>
  )
}

type OfferedService = (typeof offeredServices)[number]

/** What the service costs for this order: what the server says, else by the rule (SRV-02). */
function priceOfService(service: OfferedService, { stored, live, price }: OrderInHand): Cents | undefined {
  if (stored !== null && stored.services[service].price > 0) return centsFromDollars(stored.services[service].price)
  return live && price && servicePriceCents(service, live.rates.services, price.quoteCents)
}

function Service({
  service,
  order,
  serviceFault,
}: {
  service: OfferedService
  order: OrderInHand
  serviceFault: ExtraServicesProps['serviceFault']
}) {
  const name = serviceNames[service]
  const isAdded = order.services.some(({ key }) => key === service)
  const isIncluded = order.included.includes(service)
  const cents = priceOfService(service, order)
  const fault = serviceFault?.tag === service ? serviceFault : undefined
  return (
    <AddOn
      title={name}
      text={serviceTexts[service]}
      price={isIncluded ? priceTexts.free : cents === undefined ? '' : formatMoney(cents)}
      state={stateOf(isAdded, order.stored?.services[service].free_reason ?? (isIncluded ? 'plan' : null))}
      checked={isAdded}
      onChange={(added) => order.setService(service, added)}
      error={
        fault &&
        (fault.added ? extraServicesTexts.notAdded : extraServicesTexts.notRemoved)(name, failureText(fault.fault))
      }
    />
  )
}

/** What the payment button says: what the card is asked for, or that it is not needed (PAY-13). */
function paymentLabel({ price, balance }: OrderInHand, total: string | undefined): string {
  if (total === undefined) return extraServicesTexts.toPayment
  const isCovered = balance.paysCents > 0 && balance.paysCents === price?.totalCents
  return isCovered ? extraServicesTexts.payFromBalance : extraServicesTexts.pay(total)
}

/** The choice to pay from the balance (PAY-13). */
function UseBalance({ order: { price, balance, setUseBalance } }: { order: OrderInHand }) {
  const { usableCents, isUsed, paysCents } = balance
  const keptCents = isUsed && price !== undefined && paysCents < price.totalCents ? usableCents - paysCents : 0
  return (
    <AddOn
      title={extraServicesTexts.myBalance}
      price={formatMoney(usableCents)}
      text={keptCents > 0 ? extraServicesTexts.balanceKept(formatMoney(keptCents)) : extraServicesTexts.balanceText}
      state={isUsed ? extraServicesTexts.balanceUsed(formatMoney(paysCents)) : extraServicesTexts.balanceUnused}
      checked={isUsed}
      onChange={setUseBalance}
    />
  )
}

/** Whether the service is added, and what includes it, in words (ux 35). */
function stateOf(isAdded: boolean, includedBy: 'plan' | 'coupon' | null): string {
  const state = isAdded ? extraServicesTexts.added : extraServicesTexts.add
  return includedBy === null ? state : `${state}, ${extraServicesTexts.includedBy[includedBy]}`
}

/** The last look before paying (ux 36). */
function Review({ order, place }: { order: OrderInHand; place: FlowPlace }) {
  const { jobType, choices, deadline, details } = order
  const email = useMe().data?.email?.email
  const form = stepPath('form', place)
  const detailsPath = stepPath('details', place)
  const answers: ReviewedAnswer[] = [
    { term: priceTexts.task, value: jobType.name, to: stepPath('job-type', place) },
    { term: priceTexts.subject, value: choices.subject, to: form },
    { term: priceTexts.size, value: sizeLabel(choices.size), to: form },
    { term: priceTexts.deadline, value: ownDeadlineTexts.deadline(deadline), to: form },
    { term: orderDetailsTexts.description, value: details || extraServicesTexts.none, to: detailsPath, isLong: true },
    { term: orderDetailsTexts.email, value: order.draft.email ?? email ?? extraServicesTexts.none, to: detailsPath },
  ]
  return <ReviewList answers={answers} returnTo={stepPath('extra-services', place)} />
}
