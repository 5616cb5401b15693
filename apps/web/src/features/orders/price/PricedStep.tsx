import { capitalized } from '@nerdify/domain/dates/date-words.ts'
import { taskText } from '@nerdify/domain/payments/receipt-lines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { ReceiptRows } from '../../../orders/ReceiptRows.tsx'
import { usePricing, useServicePrices } from '../../../api/queries.ts'
import { orderFlowTexts, priceTexts, rateTexts } from '../../../texts/orders/order-flow.ts'
import { BottomBar } from '@nerdify/ui/order/BottomBar.tsx'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { Card } from '@nerdify/ui/surfaces/Card.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '@nerdify/ui/order/PriceSummary.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { ownDeadlineTexts } from '../form/deadline-text.ts'
import { FlowScreen, type FlowScreenProps } from '../flow/FlowScreen.tsx'
import { OrderNotices } from '../flow/OrderNotices.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { flowReceipt } from './flow-receipt.ts'
import type { Elements } from '@nerdify/ui/elements.ts'

/**
 * The card's amount (PRICE-11), undefined without a price, and its label: the rest to pay if it is less than the total.
 */
const totalOf = ({ price, balance: { cardCents }, isPriceOld }: FlowOrder) => ({
  label: price !== undefined && cardCents < price.totalCents ? priceTexts.toPay : priceTexts.total,
  amount: price && formatMoney(cardCents),
  updating: isPriceOld,
})

/** The rows of the price (PRICE-11, ux 24). */
const MoneyRows = ({ order }: { order: FlowOrder }) => (
  <>
    {order.price?.rate && (
      <PriceRow term={rateTexts[order.price.rate.unit]}>{formatMoney(order.price.rate.cents)}</PriceRow>
    )}
    {order.price === undefined && (
      <PriceRow term={taskText({ task: order.jobType.name, size: order.choices.size })}>–</PriceRow>
    )}
    <ReceiptRows lines={flowReceipt(order)} />
  </>
)

interface PricedStepProps extends Pick<FlowScreenProps, 'step' | 'title' | 'lede' | 'faulty' | 'notices' | 'children'> {
  order: FlowOrder
  /** The order for the price card, if it is another one. */
  priced?: FlowOrder
  /** Sentences below the price, one line each. */
  notes?: readonly string[]
  /** Why the payment is safe and fair: only next to its button (EASE-06). */
  assurance?: string
  /** The coupon, on the step that has it (DISC-01). */
  coupon?: Elements
  button: Elements
  /** The consent that a click on the button gives. */
  agreement?: Elements
}

/** A step with its order's price: next to it from 900 px; on phones in the bar, with the rows below (EASE-06). */
export function PricedStep(props: PricedStepProps) {
  const { order, priced = order, notes = [], assurance, coupon, button, agreement, notices, ...step } = props
  const card = { title: priceTexts.yourOrder, badge: <NerdBadge size="small" /> }
  const total = totalOf(priced)
  const note = <NoteOnPrice order={priced} notes={notes} />
  return (
    <FlowScreen
      {...step}
      place={order.place}
      notices={
        <>
          <OrderNotices order={order} />
          {notices}
        </>
      }
      side={
        <Card {...card}>
          <PriceRows>
            {order.choices.subject !== null && <PriceRow term={priceTexts.subject}>{order.choices.subject}</PriceRow>}
            <PriceRow term={priceTexts.deadline}>
              {capitalized(ownDeadlineTexts.deadline(order.deadline, order.now))}
            </PriceRow>
            <MoneyRows order={priced} />
          </PriceRows>
          <PriceTotal {...total} />
          <PriceActions>
            {coupon}
            {button}
            {agreement}
            {note}
            {assurance !== undefined && <PriceNote>{assurance}</PriceNote>}
          </PriceActions>
        </Card>
      }
      // The bar is always in view, so the consent comes first.
      above={agreement}
      below={
        <Card {...card}>
          <PriceRows>
            <MoneyRows order={priced} />
          </PriceRows>
          <PriceActions>
            {coupon}
            {note}
          </PriceActions>
        </Card>
      }
      bar={
        <BottomBar {...total} assurance={assurance}>
          {button}
        </BottomBar>
      }
    />
  )
}

/** Why there is no price, with a way to one; else the step's own notes. */
function NoteOnPrice({ order, notes }: { order: FlowOrder; notes: readonly string[] }) {
  const pricing = usePricing()
  const servicePrices = useServicePrices()
  const failed = [pricing, servicePrices].filter(({ isError }) => isError)
  if (order.price === undefined && failed.length > 0) {
    return (
      <PriceNote>
        {priceTexts.pricesNotLoaded}{' '}
        <LinkButton onClick={() => failed.forEach((query) => void query.refetch())}>
          {orderFlowTexts.tryAgain}
        </LinkButton>
      </PriceNote>
    )
  }
  if (order.price === undefined && order.faults.some(({ field }) => field !== 'subject')) {
    return <PriceNote>{priceTexts.noPriceYet}</PriceNote>
  }
  return notes.map((note) => <PriceNote key={note}>{note}</PriceNote>)
}
