import type { Queries } from '../../database/tables.ts'
import { accounts, movedBy, postEntry, transfer } from '../ledger/ledger.store.ts'

/** A refund of what was paid beyond the price of an order (PAY-07), in cents. */
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
 * Takes a surplus out of what an order was paid, before the provider is asked for its refund, or gives one back to its
 * order that the provider would not refund (abuse 21); false when that was booked before.
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

/** The cents of a surplus that are being refunded to a card; 0 for a refund from before surpluses had an account. */
export function pendingSurplusCents(
  queries: Queries,
  { clientId, orderId, refundId }: Pick<SurplusRefund, 'clientId' | 'orderId' | 'refundId'>,
): Promise<number> {
  return movedBy(queries, { clientId, ref: refs.surplus_returning(refundId), account: accounts.returning(orderId) })
}
