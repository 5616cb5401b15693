import { taskText } from '@nerdify/domain/payments/receipt-lines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { ReactNode } from 'react'
import { ReceiptRows } from '../../../ReceiptRows.tsx'
import { usePricing, useServicePrices } from '../../../api/queries.ts'
import { orderFlowTexts, priceTexts, rateTexts } from '../../../texts/orders/order-flow.ts'
import { BottomBar } from '../../../ui/order/BottomBar.tsx'
import { NerdBadge } from '../../../ui/page/Brand.tsx'
import { Card } from '../../../ui/surfaces/Card.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../../../ui/order/PriceSummary.tsx'
import { LinkButton } from '../../../ui/actions/TextLink.tsx'
import { ownDeadlineTexts } from '../deadline/deadline-text.ts'
import type { FlowOrder } from '../flow-order.ts'
import { flowReceipt } from './flow-receipt.ts'

/** What is to be paid by card in words, undefined while there is no price: the total without what the balance pays (PRICE-11). */
const totalOf = ({ price, balance }: FlowOrder): string | undefined =>
  price && formatMoney(price.totalCents - balance.paysCents)

/** What stands before it: what the balance leaves is to be paid, where it pays. */
const totalLabel = ({ balance }: FlowOrder): string => (balance.paysCents > 0 ? priceTexts.toPay : priceTexts.total)

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

/** What both cards of the price take. */
interface PriceCardProps {
  order: FlowOrder
  /** Sentences below the price, a line for each. */
  notes?: readonly string[] | undefined
  /** The coupon, on the step that has it (DISC-01). */
  coupon?: ReactNode
}

/** The price beside the step, with its action; from 900 px. */
export function PriceCard({ order, notes, coupon, children }: PriceCardProps & { children: ReactNode }) {
  return (
    <Card title={priceTexts.yourOrder} badge={<NerdBadge size="small" />}>
      <PriceRows>
        {order.choices.subject !== null && <PriceRow term={priceTexts.subject}>{order.choices.subject}</PriceRow>}
        <PriceRow term={priceTexts.deadline}>{ownDeadlineTexts.deadline(order.deadline, order.now)}</PriceRow>
        <MoneyRows order={order} />
      </PriceRows>
      <PriceTotal label={totalLabel(order)} amount={totalOf(order)} updating={order.isPriceOld} />
      <PriceActions>
        {coupon}
        {children}
        <NoteOnPrice order={order} notes={notes} />
      </PriceActions>
    </Card>
  )
}

/** On phones, below the step: what the total in the bar is made of; the rest stands in the step itself (EASE-06). */
export function PriceDetails({ order, notes, coupon }: PriceCardProps) {
  return (
    <Card title={priceTexts.yourOrder} badge={<NerdBadge size="small" />}>
      <PriceRows>
        <MoneyRows order={order} />
      </PriceRows>
      <PriceActions>
        {coupon}
        <NoteOnPrice order={order} notes={notes} />
      </PriceActions>
    </Card>
  )
}

/** The total and the action, on phones. */
export function PriceBar({ order, children }: { order: FlowOrder; children: ReactNode }) {
  return (
    <BottomBar label={totalLabel(order)} amount={totalOf(order)} updating={order.isPriceOld}>
      {children}
    </BottomBar>
  )
}

/** Why there is no price, with the way to one; else the step's own notes. */
function NoteOnPrice({ order, notes = [] }: Pick<PriceCardProps, 'order' | 'notes'>) {
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
