import { jobTypeById } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { type ReceiptLine, receiptLines, type ReceiptOrder } from '@nerdify/domain/payments/receipt-lines.ts'
import { type PaidWith, settledLines } from '@nerdify/domain/payments/settled-lines.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { sizeFromWire } from '@nerdify/domain/pricing/units.ts'
import type { Order, OrderPayment } from './orders.ts'

/** A receipt for display: its lines and their sum, in cents (EASE-06). */
export interface ListedReceipt {
  lines: readonly ReceiptLine[]
  totalCents: number
}

/** The receipt of an order, paid or not. Services added to a paid order are on it once they are paid (PAY-08). */
export function receiptOf(order: Order): ListedReceipt {
  const services = serviceKeys.map((key) => {
    const { added, active, price, free_reason: freeReason } = order.services[key]
    const isListed = added && (active || !order.isPaid)
    return [key, { added: isListed, priceCents: centsFromDollars(price), freeReason }] as const
  })
  const lines = receiptLines({
    task: order.jobType === null ? undefined : jobTypeById(order.jobType)?.name,
    size: order.size === null ? null : sizeFromWire(order.size),
    quoteCents: centsFromDollars(order.quote_price),
    discountCents: centsFromDollars(order.discount_amount),
    discountCode: order.discountCode,
    services: Object.fromEntries(services) as ReceiptOrder['services'],
  })
  return { lines, totalCents: totalCentsOf(order) }
}

const totalCentsOf = ({ isPaid, cabinet_price, price }: Order) => centsFromDollars(isPaid ? cabinet_price : price)

/** The lines below an order's total: paid, refunded, due, and the tip. */
export const settlementOf = (order: Order): ReceiptLine[] =>
  settledLines({
    totalCents: totalCentsOf(order),
    paidCents: centsFromDollars(order.client_paid),
    refundedCents: centsFromDollars(order.refunded),
    tipCents: centsFromDollars(order.total_tips_amount),
  })

/** The receipt of one payment, with the sources of the money. */
export function receiptOfPayment(payment: OrderPayment): ListedReceipt & PaidWith {
  return {
    lines: payment.lines.map(({ text, amount }) => ({ text, cents: centsFromDollars(amount) })),
    totalCents: centsFromDollars(payment.total),
    cardCents: centsFromDollars(payment.by_card),
    cardBrand: payment.card_brand,
    cardLast4: payment.card_last4,
    balanceCents: centsFromDollars(payment.from_balance),
  }
}
