import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { isSold } from '@nerdify/domain/orders/additional-services.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { type OtherRefund, waitingRefunds } from '@nerdify/domain/payments/stuck-refunds.ts'
import type { Cents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { factsOf } from '../../orders/list/order-facts-of.ts'
import { ordersById, type StoredOrder } from '../../orders/list/own-order.ts'
import { accounts, entriesOfOrders, movedOn, type StoredEntry } from '../ledger/ledger.store.ts'
import { refundsNotRefused, refundsNotTaken, refusedAt, type StoredRefund } from './refunds.store.ts'
import { triesBeforeStaff } from './send-refunds.ts'

/** A refund that waits for staff. */
interface RefundForStaff {
  refund: StoredRefund
  order: StoredOrder
  /** The cents still to refund. */
  cents: Cents
  /** Whether it refunds the tip, not the order. */
  ofTip: boolean
  /** Its refusal, or the request if it is unanswered; epoch milliseconds. */
  since: number
  /** The services that end with it; of a refund in several parts, only on the last waiting part. */
  services: readonly ServiceKey[]
}

/**
 * Refunds that need staff, oldest first, of one order or of all: refused by the provider, or without an answer for hours
 * (OPS-09).
 */
export async function refundsForStaff(
  queries: Queries,
  key?: { clientId: string; orderId: string },
): Promise<RefundForStaff[]> {
  const notTaken = await refundsNotTaken(queries, triesBeforeStaff, key)
  if (notTaken.length === 0) return []
  const clientIds = [...new Set(notTaken.map(({ client_id: id }) => id))]
  const orderIds = [...new Set(notTaken.map(({ order_id: id }) => id))]
  const kinds = ['tip', 'outside_refund'] as const
  const orders = await ordersById(queries, orderIds)
  const entries = await entriesOfOrders(queries, { clientIds, orderIds, kinds })
  const others = Map.groupBy(await refundsNotRefused(queries, { clientIds, orderIds }), ({ order_id: id }) => id)
  const waiting = [...Map.groupBy(notTaken, ({ order_id: id }) => id)].flatMap(([orderId, refunds]) => {
    const order = orders.get(orderId)
    // The bank decides about a disputed payment.
    if (order === undefined || orderIs.disputed(factsOf(order))) return []
    return waitingOf(order, { refunds, others: others.get(orderId) ?? [], entries: entries.get(orderId) ?? [] })
  })
  return waiting.toSorted(({ refund: one }, { refund: other }) => one.created_at - other.created_at)
}

function waitingOf(
  order: StoredOrder,
  money: {
    refunds: readonly StoredRefund[]
    others: readonly StoredRefund[]
    entries: readonly StoredEntry<'tip' | 'outside_refund'>[]
  },
): RefundForStaff[] {
  const tips = new Set(money.entries.flatMap(({ kind, ref }) => (kind === 'tip' ? [ref] : [])))
  const partOf = ({ created_at: at, cents, payment_intent_id: paymentId }: StoredRefund) => ({
    at,
    cents,
    paymentId,
    ofTip: tips.has(paymentId),
  })
  const stuck = money.refunds.map((refund) => ({
    ...partOf(refund),
    services: refund.services ?? [],
    isRefused: refund.status === 'failed',
    owedSince: refund.status === 'failed' ? refusedAt(refund) : refund.created_at,
    refund,
  }))
  const others = [
    ...money.others.map((refund) => ({ ...partOf(refund), isOutside: false })),
    ...money.entries.flatMap((entry) => (entry.kind === 'outside_refund' ? outsideRefundOf(order, entry) : [])),
  ]
  const waiting = waitingRefunds(stuck, others)
  return waiting.flatMap(({ refund, leftCents, ofTip, isRefused, owedSince: since }) => {
    // A refused refund covers at most the money that has not gone back. Unanswered money has left the order already.
    const clientCents = ofTip ? order.tips_cents : order.paid_cents - order.refunded_cents
    const cents = isRefused ? Math.min(leftCents, clientCents) : leftCents
    const isLastPart = waiting.every(
      ({ refund: { id, group_id: groupId } }) => id === refund.id || groupId !== refund.group_id,
    )
    const services = isLastPart ? (refund.services ?? []).filter((key) => isSold(order.services[key])) : []
    return cents > 0 ? { refund, order, cents, ofTip, since, services } : []
  })
}

const outsideRefundOf = ({ id }: StoredOrder, entry: StoredEntry<'outside_refund'>): OtherRefund => ({
  at: entry.at,
  cents: movedOn(accounts.outside, [entry]),
  ofTip: movedOn(accounts.tips(id), [entry]) !== 0,
  isOutside: true,
})
