import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { RefundPlan } from '@nerdify/domain/payments/refund-plan.ts'
import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import { reconcileTipCredit } from '../ledger/order-credits.ts'
import { accounts, postEntry, type StoredEntry, transfer } from '../ledger/ledger.store.ts'
import { recordRefund } from './record-refund.ts'

/** A refund of an order or its tip that staff made another way, such as a bank transfer. */
interface OutsideRefund {
  order: StoredOrder
  ofTip: boolean
  /** The payments that it reduces. */
  plan: RefundPlan
  services: readonly ServiceKey[]
  groupId: string
  now: number
}

/** Books an outside refund in the caller's transaction, without a call to the provider (HOLD-06). Answers the order. */
export async function recordOutsideRefund(queries: Queries, refund: OutsideRefund): Promise<StoredOrder> {
  const { order, ofTip, plan, services, groupId, now } = refund
  const { client_id: clientId, id: orderId } = order
  const cents = plan.cards.reduce((sum, part) => sum + part.cents, plan.balanceCents)
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'outside_refund',
    ref: `outside:${groupId}`,
    at: now,
    lines: transfer(cents, { from: ofTip ? accounts.tips(orderId) : accounts.refunded(orderId), to: accounts.outside }),
    data: { cards: plan.cards, balance_cents: plan.balanceCents },
  })
  if (ofTip) {
    const tipped = await recordMoney(queries, 'tip', { clientId, orderId, cents: -cents, now })
    await reconcileTipCredit(queries, { order: tipped, cause: groupId, now })
    return tipped
  }
  return recordRefund(queries, { clientId, orderId, cents, services, cause: groupId, now })
}

/** Outside refunds of an order in cents: per card payment, and of the balance's part. */
export function outsideParts(entries: readonly StoredEntry[]): {
  cards: ReadonlyMap<string, number>
  balanceCents: number
} {
  const cards = new Map<string, number>()
  let balanceCents = 0
  for (const { kind, data } of entries) {
    if (kind !== 'outside_refund') continue
    const { cards: parts = [], balance_cents: ofBalance = 0 } = data
    for (const { paymentId, cents } of parts) cards.set(paymentId, (cards.get(paymentId) ?? 0) + cents)
    balanceCents += ofBalance
  }
  return { cards, balanceCents }
}
