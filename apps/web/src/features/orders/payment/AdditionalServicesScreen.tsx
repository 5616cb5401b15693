import type { Order, ServiceTag } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceEffects, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { isTooLateFor, serviceUnavailableTexts } from '@nerdify/domain/orders/additional-services.ts'
import { lateOrderText } from '@nerdify/domain/orders/order-late.ts'
import { splitDue } from '@nerdify/domain/payments/due-split.ts'
import { addServicesText } from '@nerdify/domain/payments/press-texts.ts'
import { balanceLines } from '@nerdify/domain/payments/receipt-lines.ts'
import { planServices } from '@nerdify/domain/plans/plan-benefits.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { ReceiptRows } from '../../../orders/ReceiptRows.tsx'
import { serverNow } from '../../../api/client.ts'
import { useMe } from '../../../api/queries.ts'
import { useBackFromCardPage } from '../../../orders/back-from-card-page.ts'
import { isOrderLate } from '../../../orders/late-order.ts'
import { BlankScreen } from '../../../frame/BlankScreen.tsx'
import { BackLink, ButtonLink } from '../../../frame/links.tsx'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { paymentButtonText, paymentNoteText } from '../../../orders/payment-offer.ts'
import { additionalServicesTexts } from '../../../texts/orders/order-additional-services.ts'
import { orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { AddOnList } from '@nerdify/ui/order/AddOn.tsx'
import { BottomBar } from '@nerdify/ui/order/BottomBar.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '@nerdify/ui/order/PriceSummary.tsx'
import { Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { Actions, Text } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Card } from '@nerdify/ui/surfaces/Card.tsx'
import { useOrderChanges } from '../draft/order-queues.ts'
import { ServiceRow } from '../price/ServiceRow.tsx'
import { useStoredOrder } from '../flow-order.ts'
import { FlowLayout } from '../flow/FlowScreen.tsx'
import { OrderGate } from '../flow/OrderGate.tsx'
import { UnsavedNotice } from '../flow/OrderNotices.tsx'
import { PayButton } from './PayButton.tsx'
import { PayNotices } from './PayNotices.tsx'
import { usePay } from './use-pay.ts'
import { UseBalance } from '../price/UseBalance.tsx'
import { dueNow, isBought, type OfferedService, unboughtServices } from '../price/unbought-services.ts'
import { ifShown } from '../price/usable-balance.ts'
import styles from './AdditionalServicesScreen.module.css'

/** Services that a paid order can add, as a payment of their own (FLOW-26, FLOW-27, PAY-08). */
export const Component = () => (
  <OrderGate page="additional-services">{(order) => <AdditionalServices order={order} />}</OrderGate>
)

function AdditionalServices({ order }: { order: Order }) {
  const { changes, state } = useOrderChanges(order._id)
  // A service bought on this screen stays in its list, so that nothing disappears under a finger.
  const [listedServices, setListedServices] = useState(() => unboughtServices(order))
  const isNotCharged = useBackFromCardPage(order._id).check.data?.status === 'paid'
  if (!order.isPaid || listedServices.length === 0) return <Navigate to={webPaths.root()} replace />

  const refused = state.serviceFault?.fault.error_type === 'service_unavailable' ? state.serviceFault.tag : undefined
  const open = listedServices.filter((key) => order.services[key].active || !isTooLateFor(key, order.client_status))
  if (refused !== undefined || open.length === 0) {
    const seeOthers = () => {
      changes.discard()
      setListedServices(unboughtServices(order))
    }
    const closed = refused === undefined ? listedServices : [refused]
    // A Nerd was found long before the work was sent, so the work is the reason for both kinds.
    const reason = closed.some((key) => serviceEffects[key] === 'work') ? 'work' : 'search'
    const hasOthers = reason === 'search' && listedServices.some((key) => !isTooLateFor(key, 'Nerd found'))
    return (
      <Unavailable
        number={order.number}
        lead={serviceUnavailableTexts.text[reason]}
        onSeeOthers={hasOthers ? seeOthers : undefined}
      />
    )
  }
  if (!order.isCanAddServices && isOrderLate(order, serverNow())) {
    return <Unavailable number={order.number} lead={lateOrderText} onSeeOthers={undefined} />
  }
  if (!order.isCanAddServices && open.every((key) => !order.services[key].active)) {
    return <Navigate to={webPaths.root()} replace />
  }
  const tooLate = listedServices.filter((key) => !open.includes(key))
  return <Offer order={order} open={open} tooLate={tooLate} isNotCharged={isNotCharged} />
}

interface OfferProps {
  order: Order
  open: readonly OfferedService[]
  tooLate: readonly OfferedService[]
  isNotCharged: boolean
}

/** The chosen services, their price, and their payment. */
function useOffer(order: Order, open: readonly OfferedService[]) {
  const flowOrder = useStoredOrder(order)
  const plan = planServices(useMe().data?.tags ?? [], flowOrder.jobType.priceName)
  const freeReason = (key: ServiceTag) => order.services[key].free_reason ?? (plan.includes(key) ? 'plan' : null)
  const due = dueNow(
    order,
    open.filter((key) => flowOrder.added.includes(key)),
    freeReason,
  )
  const { usableCents, isUsed } = flowOrder.balance
  const { balanceCents, cardCents } = splitDue(due.cents, { cents: usableCents, use: isUsed })
  const balance = { ...flowOrder.balance, paysCents: balanceCents, cardCents }
  const shown = ifShown(balance, { cardCents, balanceCents })
  const pay = usePay(flowOrder, {
    cancelPath: webPaths.orderAdditionalServices(order._id),
    shownBalanceCents: ifShown(balance, balanceCents),
    isCovered: cardCents <= 0,
  })
  // An overpayment may cover a service: then it is added without a card (HOLD-06).
  const isCovered = due.cents === 0
  return {
    flowOrder,
    freeReason,
    due,
    balance,
    pay,
    isEmpty: !due.isForSale,
    total: {
      label: cardCents < due.cents ? priceTexts.toPay : priceTexts.total,
      // Without a choice there is no amount.
      amount: due.isForSale ? formatMoney(cardCents) : undefined,
    },
    payLabel: isCovered ? addServicesText : paymentButtonText(shown),
    payNote: due.isForSale && <PriceNote>{isCovered ? paymentNoteTexts.covered : paymentNoteText(shown)}</PriceNote>,
    assurance: due.isForSale ? paymentNoteTexts.safe : undefined,
    /** The chosen services, and the balance part. */
    sum: (
      <PriceRows>
        {due.lines.length === 0 && <PriceRow term={additionalServicesTexts.nothingChosen}>–</PriceRow>}
        <ReceiptRows lines={due.lines} />
        <ReceiptRows lines={balanceLines(balanceCents)} />
      </PriceRows>
    ),
  }
}

function Offer({ order, open, tooLate, isNotCharged }: OfferProps) {
  useScreenTitle(additionalServicesTexts.title)
  const [wasPressed, setPressed] = useState(false)
  const offer = useOffer(order, open)
  const { flowOrder, freeReason, due, balance, pay, isEmpty, total, payLabel, payNote, assurance, sum } = offer

  const button = isEmpty ? (
    <Button variant="primary" block="full" blocked onClick={() => setPressed(true)}>
      {additionalServicesTexts.choose}
    </Button>
  ) : (
    <PayButton pay={pay} label={payLabel} />
  )
  const announcement = wasPressed && isEmpty && <p role="status">{additionalServicesTexts.chooseFirst}</p>

  const card = { title: additionalServicesTexts.yourChoice, badge: <NerdBadge size="small" /> }
  return (
    <FlowLayout
      head={
        <header className={styles.head}>
          <BackLink to={webPaths.orders()}>{additionalServicesTexts.back}</BackLink>
          <h1 tabIndex={-1}>{additionalServicesTexts.title}</h1>
          <Text look="muted">{additionalServicesTexts.lede(order.number)}</Text>
        </header>
      }
      notices={<UnsavedNotice orderId={order._id} />}
      side={
        <Card {...card}>
          {sum}
          <PriceTotal {...total} />
          <PriceActions>
            {button}
            {announcement}
            {payNote}
            {assurance !== undefined && <PriceNote>{assurance}</PriceNote>}
          </PriceActions>
        </Card>
      }
      below={
        <>
          <Card {...card}>
            {sum}
            <PriceActions>{payNote}</PriceActions>
          </Card>
          {announcement}
        </>
      }
      bar={
        <BottomBar {...total} assurance={assurance}>
          {button}
        </BottomBar>
      }
    >
      {isNotCharged && !isEmpty && (
        <Banner kind="info" icon={<AlertIcon />} title={additionalServicesTexts.notChargedTitle}>
          {additionalServicesTexts.notChargedText}
        </Banner>
      )}
      <PayNotices pay={pay} stored={order} />
      <Worksheet plain>
        <AddOnList label={additionalServicesTexts.title}>
          {open.map((key) => (
            <ServiceRow
              key={key}
              service={key}
              order={flowOrder}
              priced={{ priceCents: centsFromDollars(order.services[key].price), freeReason: freeReason(key) }}
              bought={isBought(order.services[key]) ? additionalServicesTexts.alsoAdded : undefined}
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
    </FlowLayout>
  )
}

interface UnavailableProps {
  number: string
  lead: string
  onSeeOthers: (() => void) | undefined
}

/** FLOW-27: the service is no longer available; `onSeeOthers` if another one still is. */
const Unavailable = ({ number, lead, onSeeOthers }: UnavailableProps) => (
  <BlankScreen
    title={serviceUnavailableTexts.title}
    head={orderFlowTexts.orderNumber(number)}
    headNote={<NerdBadge size="small" />}
    lead={lead}
    actions={
      <Actions>
        <ButtonLink to={webPaths.orders()} variant="primary">
          {orderFlowTexts.toMyTasks}
        </ButtonLink>
        {onSeeOthers && <Button onClick={onSeeOthers}>{additionalServicesTexts.seeOthers}</Button>}
      </Actions>
    }
  />
)
