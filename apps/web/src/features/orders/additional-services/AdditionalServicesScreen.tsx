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
import { additionalServicesTexts } from '../../../texts/orders/order-additional-services.ts'
import { extraServicesTexts, serviceTexts } from '../../../texts/orders/order-extra-services.ts'
import { paymentButtonText, paymentNoteText } from '../../../payment-offer.ts'
import { priceTexts } from '../../../texts/orders/order-flow.ts'
import { AddOn, AddOnList } from '../../../ui/order/AddOn.tsx'
import { Banner } from '../../../ui/surfaces/Banner.tsx'
import { BottomBar } from '../../../ui/order/BottomBar.tsx'
import { NerdBadge } from '../../../ui/page/Brand.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { Card } from '../../../ui/surfaces/Card.tsx'
import { AlertIcon } from '../../../ui/actions/Icons.tsx'
import { Stack, Text, TwoColumns, Wrap } from '../../../ui/page/Layout.tsx'
import { Main } from '../../../ui/page/PageFrame.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../../../ui/order/PriceSummary.tsx'
import { BackLabel, linkClass } from '../../../ui/actions/TextLink.tsx'
import { Worksheet } from '../../../ui/order/Worksheet.tsx'
import { OrderGate } from '../flow/OrderGate.tsx'
import { PayNotices, UnsavedNotice } from '../flow/OrderNotices.tsx'
import { useStoredOrder } from '../flow-order.ts'
import { useOrderChanges } from '../changes/order-queues.ts'
import { PayButton } from '../payment/PayButton.tsx'
import { UseBalance } from '../price/UseBalance.tsx'
import { usePay } from '../payment/use-pay.ts'
import { useWide } from '../flow/use-wide.ts'
import { ifShown } from '../price/usable-balance.ts'
import styles from './AdditionalServicesScreen.module.css'
import { dueNow, type OfferedService, servicesLeftOf } from '../price/services-left.ts'
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
  const flowOrder = useStoredOrder(order)
  const [isTold, setTold] = useState(false)
  const plan = planServices(useMe().data?.tags ?? [], flowOrder.jobType.priceName)
  const isAdded = (key: ServiceTag) => flowOrder.added.includes(key)
  const isFree = (key: ServiceTag) => order.services[key].free_reason !== null || plan.includes(key)
  const due = dueNow(order, open.filter(isAdded), isFree)
  const { usableCents, isUsed } = flowOrder.balance
  const { balanceCents, cardCents } = splitDue(due.cents, { cents: usableCents, use: isUsed })
  const balance = { ...flowOrder.balance, paysCents: balanceCents }
  const shown = ifShown(balance, { cardCents, balanceCents })
  const pay = usePay(flowOrder, {
    cancelPath: webPaths.orderAdditionalServices(order._id),
    shownBalanceCents: ifShown(balance, balanceCents),
    isCovered: cardCents <= 0,
  })
  const amount = formatMoney(cardCents)
  const isEmpty = due.cents === 0
  const payNote = paymentNoteText(shown)

  const button = isEmpty ? (
    <Button variant="primary" block="full" blocked onClick={() => setTold(true)}>
      {additionalServicesTexts.choose}
    </Button>
  ) : (
    <PayButton pay={pay} label={paymentButtonText(shown)} />
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
                    {!isEmpty && <PriceNote>{payNote}</PriceNote>}
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
                      onChange={(added) => flowOrder.setService(key, added)}
                    />
                  ))}
                </AddOnList>
              </Worksheet>
              {tooLate.length > 0 && (
                <Text look="small">
                  {additionalServicesTexts.unavailable(tooLate.map((key) => serviceNames[key]).join(', '))}
                </Text>
              )}
              {!isEmpty && <UseBalance balance={balance} dueCents={due.cents} onChange={flowOrder.setUseBalance} />}
              {!isWide && (
                <Card title={additionalServicesTexts.toPay} badge={badge}>
                  {sum}
                  <PriceActions>{!isEmpty && <PriceNote>{payNote}</PriceNote>}</PriceActions>
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
