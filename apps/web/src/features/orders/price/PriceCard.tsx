import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import type { ReactNode } from 'react'
import { usePricing, useServicePrices } from '../../../api/queries.ts'
import { orderFlowTexts, priceTexts, rateTexts } from '../../../texts/orders/order-flow.ts'
import { BottomBar } from '../../../ui/order/BottomBar.tsx'
import { NerdBadge } from '../../../ui/page/Brand.tsx'
import { Card } from '../../../ui/surfaces/Card.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '../../../ui/order/PriceSummary.tsx'
import { LinkButton } from '../../../ui/actions/TextLink.tsx'
import { ownDeadlineTexts } from '../deadline/deadline-text.ts'
import type { FlowOrder } from '../flow-order.ts'

/** What is to be paid by card in words, undefined while there is no price: the total without what the balance pays (PRICE-11). */
const totalOf = ({ price, balance }: FlowOrder): string | undefined =>
  price && formatMoney(price.totalCents - balance.paysCents)

/** What the order is and what its price is made of (PRICE-11, ux 24). */
function OrderRows({ order }: { order: FlowOrder }) {
  const { jobType, choices, deadline, price, balance } = order
  return (
    <>
      <PriceRow term={jobType.name}>{sizeLabel(choices.size)}</PriceRow>
      {choices.subject !== null && <PriceRow term={priceTexts.subject}>{choices.subject}</PriceRow>}
      <PriceRow term={priceTexts.deadline}>{ownDeadlineTexts.deadline(deadline)}</PriceRow>
      {price?.rate && <PriceRow term={rateTexts[price.rate.unit]}>{formatMoney(price.rate.cents)}</PriceRow>}
      {price && price.quoteCents !== price.totalCents - balance.paysCents && (
        <PriceRow term={priceTexts.basePrice}>{formatMoney(price.quoteCents)}</PriceRow>
      )}
      {price && price.discountCents > 0 && (
        <PriceRow term={priceTexts.discount} discount>
          {priceTexts.less(formatMoney(price.discountCents))}
        </PriceRow>
      )}
      {serviceKeys.map((key) => {
        const service = price?.services[key]
        return (
          service?.added && (
            <PriceRow key={key} term={serviceNames[key]}>
              {service.freeReason === null ? formatMoney(service.priceCents) : priceTexts.free}
            </PriceRow>
          )
        )
      })}
      {balance.paysCents > 0 && (
        <PriceRow term={priceTexts.fromBalance} discount>
          {priceTexts.less(formatMoney(balance.paysCents))}
        </PriceRow>
      )}
    </>
  )
}

/** What both cards of the price take. */
interface PriceCardProps {
  order: FlowOrder
  note?: string | undefined
  /** The coupon, on the step that has it (DISC-01). */
  coupon?: ReactNode
}

/** The price beside the step, with its action; from 900 px. */
export function PriceCard({ order, note, coupon, children }: PriceCardProps & { children: ReactNode }) {
  return (
    <Card title={priceTexts.yourOrder} badge={<NerdBadge size="small" decorative />}>
      <PriceRows>
        <OrderRows order={order} />
      </PriceRows>
      <PriceTotal label={priceTexts.total} amount={totalOf(order)} />
      <PriceActions>
        {coupon}
        {children}
        <NoteOnPrice order={order} note={note} />
      </PriceActions>
    </Card>
  )
}

/** On phones, below the step: what the total in the bar is made of. */
export function PriceDetails({ order, note, coupon }: PriceCardProps) {
  return (
    <Card title={priceTexts.yourOrder} badge={<NerdBadge size="small" decorative />}>
      <PriceRows>
        <OrderRows order={order} />
        <PriceRow term={priceTexts.total}>{totalOf(order) ?? '–'}</PriceRow>
      </PriceRows>
      <PriceActions>
        {coupon}
        <NoteOnPrice order={order} note={note} />
      </PriceActions>
    </Card>
  )
}

/** The total and the action, on phones. */
export function PriceBar({ order, children }: { order: FlowOrder; children: ReactNode }) {
  return (
    <BottomBar label={priceTexts.total} amount={totalOf(order)}>
      {children}
    </BottomBar>
  )
}

/** Why there is no price, with the way to one; else the step's own note. */
function NoteOnPrice({ order, note }: { order: FlowOrder; note: string | undefined }) {
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
  return note === undefined ? null : <PriceNote>{note}</PriceNote>
}
