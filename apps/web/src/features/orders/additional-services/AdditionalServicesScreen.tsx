import type { Order, ServiceTag } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { isTooLateFor } from '@nerdify/domain/orders/additional-services.ts'
import { parseClientStatus } from '@nerdify/domain/orders/order-status.ts'
import { planServices } from '@nerdify/domain/plans/plan-benefits.ts'
import { splitDue } from '@nerdify/domain/payments/due-split.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { failureText } from '../../../api/failure-text.ts'
import { useMe } from '../../../api/queries.ts'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { additionalServicesTexts } from '../../../texts/order-additional-services.ts'
import { extraServicesTexts, serviceTexts } from '../../../texts/order-extra-services.ts'
import { paymentButtonTexts } from '../../../texts/payment-button.ts'
import { priceTexts } from '../../../texts/order-flow.ts'
import { AddOn, AddOnList } from '../../../ui/AddOn.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { BottomBar } from '../../../ui/BottomBar.tsx'
import { NerdBadge } from '../../../ui/Brand.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { AlertIcon } from '../../../ui/Icons.tsx'
import { Stack, Text, TwoColumns, Wrap } from '../../../ui/Layout.tsx'
import { Main } from '../../../ui/PageFrame.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../../../ui/PriceSummary.tsx'
import { BackLabel, linkClass } from '../../../ui/TextLink.tsx'
import { Worksheet } from '../../../ui/Worksheet.tsx'
import { OrderGate } from '../OrderGate.tsx'
import { PayNotices, UnsavedNotice } from '../OrderNotices.tsx'
import { useStoredOrder } from '../order-in-hand.ts'
import { useOrderChanges } from '../order-queues.ts'
import { PayButton } from '../PayButton.tsx'
import { UseBalance } from '../UseBalance.tsx'
import { usePay } from '../use-pay.ts'
import { useWide } from '../use-wide.ts'
import styles from './AdditionalServicesScreen.module.css'
import { dueNow, type OfferedService, servicesLeftOf } from '../services-left.ts'
import { Unavailable } from './Unavailable.tsx'
import { usePaymentReturn } from './use-payment-return.ts'

/** What may be bought for a paid order, as a payment of its own (FLOW-26, FLOW-27, PAY-08). */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <OrderGate key={orderId} orderId={orderId} page="additional-services">
      {(order) => <AdditionalServices order={order} />}
    </OrderGate>
  )
}

function AdditionalServices({ order }: { order: Order }) {
  const { changes, state } = useOrderChanges(order._id)
  // What is bought on this screen stays on its list, so nothing disappears under a finger.
  const [left, setLeft] = useState(() => servicesLeftOf(order))
  const returned = usePaymentReturn(order)
  if (!order.isPaid || left.length === 0) return <Navigate to={webPaths.root()} replace />

  const status = parseClientStatus(order.client_status) ?? null
  const isRefused = state.serviceFault?.fault.error_type === 'service_unavailable'
  const open = left.filter((key) => order.services[key].active || !isTooLateFor(key, status))
  if (isRefused || open.length === 0) {
    const seeOthers = () => {
      changes.discard()
      setLeft(servicesLeftOf(order))
    }
    const hasOthers = left.some((key) => !isTooLateFor(key, 'Nerd found'))
    return <Unavailable number={order.number} onSeeOthers={hasOthers ? seeOthers : undefined} />
  }
  if (!order.isCanAddServices && open.every((key) => !order.services[key].active)) {
    return <Navigate to={webPaths.root()} replace />
  }
  const tooLate = left.filter((key) => !open.includes(key))
  return <Offer order={order} open={open} tooLate={tooLate} isNotCharged={returned === 'not-charged'} />
}

interface OfferProps {
  order: Order
  open: readonly OfferedService[]
  tooLate: readonly OfferedService[]
  isNotCharged: boolean
}

function Offer({ order, open, tooLate, isNotCharged }: OfferProps) {
  useScreenTitle(additionalServicesTexts.title)
  const isWide = useWide()
  const inHand = useStoredOrder(order)
  const [isTold, setTold] = useState(false)
  const plan = planServices(useMe().data?.tags ?? [], inHand.jobType.priceName)
  const isAdded = (key: ServiceTag) => inHand.services.some((service) => service.key === key)
  const isFree = (key: ServiceTag) => inHand.included.includes(key) || plan.includes(key)
  const due = dueNow(order, open.filter(isAdded), isFree)
  const { usableCents, isUsed } = inHand.balance
  const { balanceCents, cardCents } = splitDue(due.cents, { cents: usableCents, use: isUsed })
  const pay = usePay(inHand, {
    cancelPath: webPaths.orderAdditionalServices(order._id),
    toldBalanceCents: balanceCents,
  })
  const amount = formatMoney(cardCents)
  const isEmpty = due.cents === 0

  const isCovered = balanceCents > 0 && cardCents === 0
  const button = isEmpty ? (
    <Button variant="primary" block="full" blocked onClick={() => setTold(true)}>
      {additionalServicesTexts.choose}
    </Button>
  ) : (
    <PayButton pay={pay} label={isCovered ? paymentButtonTexts.payFromBalance : paymentButtonTexts.pay(amount)} />
  )
  const told = isTold && isEmpty && <p role="status">{additionalServicesTexts.chooseFirst}</p>

  const sum = (
    <PriceRows>
      {due.services.length === 0 && <PriceRow term={additionalServicesTexts.nothingChosen}>–</PriceRow>}
      {due.services.map(({ key, cents, free }) => (
        <PriceRow key={key} term={serviceNames[key]}>
          {free ? priceTexts.free : formatMoney(cents)}
        </PriceRow>
      ))}
      {due.paidBeforeCents > 0 && (
        <PriceRow term={additionalServicesTexts.paidBefore} discount>
          {priceTexts.less(formatMoney(due.paidBeforeCents))}
        </PriceRow>
      )}
      {balanceCents > 0 && (
        <PriceRow term={priceTexts.fromBalance} discount>
          {priceTexts.less(formatMoney(balanceCents))}
        </PriceRow>
      )}
      {!isWide && <PriceRow term={priceTexts.total}>{amount}</PriceRow>}
    </PriceRows>
  )
  const badge = <NerdBadge size="small" decorative />

  return (
    <>
      <Main layout="flow">
        <Wrap>
          <header className={styles.head}>
            <Link to={webPaths.orders()} className={linkClass('back')}>
              <BackLabel>{additionalServicesTexts.back}</BackLabel>
            </Link>
            <h1 tabIndex={-1}>{additionalServicesTexts.title}</h1>
            <Text look="muted">{additionalServicesTexts.lede(order.number)}</Text>
          </header>
          <UnsavedNotice orderId={order._id} />
          <TwoColumns
            sideOnPhone="hidden"
            side={
              isWide && (
                <Card title={additionalServicesTexts.toPay} badge={badge}>
                  {sum}
                  <PriceTotal label={priceTexts.total} amount={amount} />
                  <PriceActions>
                    {button}
                    {told}
                    <PriceNote>{extraServicesTexts.securePage}</PriceNote>
                  </PriceActions>
                </Card>
              )
            }
          >
            <Stack gap={4}>
              {isNotCharged && !isEmpty && (
                <Banner kind="info" icon={<AlertIcon />} title={additionalServicesTexts.notChargedTitle}>
                  {additionalServicesTexts.notChargedText}
                </Banner>
              )}
              <PayNotices pay={pay} stored={order} />
              <Worksheet plain>
                <AddOnList label={additionalServicesTexts.title}>
                  {open.map((key) => (
                    <Service
                      key={key}
                      service={key}
                      order={order}
                      checked={isAdded(key)}
                      free={isFree(key)}
                      onChange={(added) => inHand.setService(key, added)}
                    />
                  ))}
                </AddOnList>
              </Worksheet>
              {tooLate.length > 0 && (
                <Text look="small">
                  {additionalServicesTexts.unavailable(tooLate.map((key) => serviceNames[key]).join(', '))}
                </Text>
              )}
              {!isEmpty && (
                <UseBalance
                  balance={{ usableCents, isUsed, paysCents: balanceCents }}
                  dueCents={due.cents}
                  onChange={inHand.setUseBalance}
                />
              )}
              {!isWide && (
                <Card title={additionalServicesTexts.toPay} badge={badge}>
                  {sum}
                  <PriceActions>
                    <PriceNote>{extraServicesTexts.securePage}</PriceNote>
                  </PriceActions>
                </Card>
              )}
              {!isWide && told}
            </Stack>
          </TwoColumns>
        </Wrap>
      </Main>
      {!isWide && (
        <BottomBar label={priceTexts.total} amount={amount}>
          {button}
        </BottomBar>
      )}
    </>
  )
}

interface ServiceProps {
  service: OfferedService
  order: Order
  checked: boolean
  free: boolean
  onChange: (added: boolean) => void
}

/** One service; one that is bought by now, because it costs nothing, stays ticked. */
function Service({ service, order, checked, free, onChange }: ServiceProps) {
  const { state } = useOrderChanges(order._id)
  const name = serviceNames[service]
  const { price, active, refunded, free_reason } = order.services[service]
  const isBought = active && !refunded
  const fault = state.serviceFault?.tag === service ? state.serviceFault : undefined
  const word = checked ? extraServicesTexts.added : extraServicesTexts.add
  const includedBy = free ? `, ${extraServicesTexts.includedBy[free_reason ?? 'plan']}` : ''
  return (
    <AddOn
      title={name}
      text={serviceTexts[service]}
      price={free ? priceTexts.free : formatMoney(centsFromDollars(price))}
      state={isBought ? additionalServicesTexts.alsoAdded : word + includedBy}
      checked={checked}
      busy={isBought}
      onChange={onChange}
      error={
        fault &&
        (fault.added ? extraServicesTexts.notAdded : extraServicesTexts.notRemoved)(name, failureText(fault.fault))
      }
    />
  )
}
