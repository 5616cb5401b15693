import { taskText } from '@nerdify/domain/payments/receipt-lines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { ReceiptRows } from '../../../ReceiptRows.tsx'
import { usePricing, useServicePrices } from '../../../api/queries.ts'
import { orderFlowTexts, priceTexts, rateTexts } from '../../../texts/orders/order-flow.ts'
import { BottomBar } from '../../../ui/order/BottomBar.tsx'
import { NerdBadge } from '../../../ui/page/Brand.tsx'
import { Card } from '../../../ui/surfaces/Card.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../../../ui/order/PriceSummary.tsx'
import { LinkButton } from '../../../ui/actions/TextLink.tsx'
import { ownDeadlineTexts } from '../deadline/deadline-text.ts'
import { FlowScreen, type FlowScreenProps } from '../flow/FlowScreen.tsx'
import { OrderNotices } from '../flow/OrderNotices.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { flowReceipt } from './flow-receipt.ts'
import type { Elements } from '../../../ui/elements.ts'

/**
 * What is to be paid by card, undefined while there is no price: the total without what the balance pays (PRICE-11), and
 * what stands before it: what the balance leaves is to be paid, where it pays.
 */
const totalOf = ({ price, balance, isPriceOld }: FlowOrder) => ({
  label: balance.paysCents > 0 ? priceTexts.toPay : priceTexts.total,
  amount: price && formatMoney(price.totalCents - balance.paysCents),
  updating: isPriceOld,
})

/** What the price is made of (PRICE-11, ux 24). */
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
  /** The order as its price is shown, where that is another. */
  priced?: FlowOrder
  /** Sentences below the price, a line for each. */
  notes?: readonly string[]
  /** The coupon, on the step that has it (DISC-01). */
  coupon?: Elements
  button: Elements
  /** What a press of the button agrees to. */
  agreement?: Elements
}

/** A step with the price of its order: from 900 px beside it, on phones in the bar and, what it is made of, below (EASE-06). */
export function PricedStep(props: PricedStepProps) {
  const { order, priced = order, notes = [], coupon, button, agreement, notices, ...step } = props
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
            <PriceRow term={priceTexts.deadline}>{ownDeadlineTexts.deadline(order.deadline, order.now)}</PriceRow>
            <MoneyRows order={priced} />
          </PriceRows>
          <PriceTotal {...total} />
          <PriceActions>
            {coupon}
            {button}
            {agreement}
            {note}
          </PriceActions>
        </Card>
      }
      // The bar is always in view, so what is agreed to is read before anything else.
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
      bar={<BottomBar {...total}>{button}</BottomBar>}
    />
  )
}

/** Why there is no price, with the way to one; else the step's own notes. */
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
