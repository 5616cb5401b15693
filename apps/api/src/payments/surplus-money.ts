import type { Queries } from '../database/tables.ts'
import { accounts, movedBy } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'

/** A refund of what was paid beyond the price of an order (PAY-07), in cents. */
interface SurplusRefund {
  clientId: string
  orderId: string
  refundId: string
  cents: number
  now: number
}

const refs = {
  returning: (refundId: string) => `returning:${refundId}`,
  kept: (refundId: string) => `kept:${refundId}`,
}

/** Takes a surplus out of what an order was paid, before the provider is asked for its refund. */
export async function bookSurplusOnItsWay(queries: Queries, refund: SurplusRefund): Promise<void> {
  const { clientId, orderId, refundId, cents, now } = refund
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'surplus_returning',
    ref: refs.returning(refundId),
    at: now,
    lines: [
      { account: accounts.paid(orderId), cents: -cents },
      { account: accounts.returning(orderId), cents },
    ],
  })
}

/** What of a surplus is on its way to a card, in cents; 0 for a refund that was asked for before such money was set apart. */
export function surplusOnItsWay(
  queries: Queries,
  { clientId, orderId, refundId }: Pick<SurplusRefund, 'clientId' | 'orderId' | 'refundId'>,
): Promise<number> {
  return movedBy(queries, { clientId, ref: refs.returning(refundId), account: accounts.returning(orderId) })
}

/** Gives a surplus back to its order that the provider would not refund (abuse 21); false when that was booked before. */
export function bookSurplusKept(queries: Queries, refund: SurplusRefund): Promise<boolean> {
  const { clientId, orderId, refundId, cents, now } = refund
  return postEntry(queries, {
    clientId,
    orderId,
    kind: 'surplus_kept',
    ref: refs.kept(refundId),
    at: now,
    lines: [
      { account: accounts.returning(orderId), cents: -cents },
      { account: accounts.paid(orderId), cents },
    ],
  })
}
