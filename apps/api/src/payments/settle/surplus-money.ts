import type { Queries } from '../../database/tables.ts'
import { accounts, movedBy, postEntry, transfer } from '../ledger/ledger.store.ts'

/** A refund of money beyond an order's price (PAY-07), in cents. */
interface SurplusRefund {
  clientId: string
  orderId: string
  refundId: string
  cents: number
  now: number
}

const refs = {
  surplus_returning: (refundId: string) => `returning:${refundId}`,
  surplus_kept: (refundId: string) => `kept:${refundId}`,
}

/**
 * Removes a surplus from an order's paid amount before its refund is requested, or returns it to the order if the
 * provider would not refund it (abuse 21); false if booked before.
 */
export function bookSurplus(
  queries: Queries,
  kind: keyof typeof refs,
  { clientId, orderId, refundId, cents, now }: SurplusRefund,
): Promise<boolean> {
  const from = accounts.paid(orderId)
  const to = accounts.returning(orderId)
  return postEntry(queries, {
    clientId,
    orderId,
    kind,
    ref: refs[kind](refundId),
    at: now,
    lines: transfer(kind === 'surplus_returning' ? cents : -cents, { from, to }),
  })
}

/** Cents of a surplus in transit to a card; 0 for refunds from before this account existed. */
export function pendingSurplusCents(
  queries: Queries,
  { clientId, orderId, refundId }: Pick<SurplusRefund, 'clientId' | 'orderId' | 'refundId'>,
): Promise<number> {
  return movedBy(queries, { clientId, ref: refs.surplus_returning(refundId), account: accounts.returning(orderId) })
}
