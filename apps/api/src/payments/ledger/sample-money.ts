import type { Queries } from '../../database/tables.ts'
import { accounts, postEntry, transfer } from './ledger.store.ts'

/** Gives a sample client money to pay with, from ourselves; cents. It takes effect once for the order that it names. */
export async function grantCredit(
  queries: Queries,
  credit: { clientId: string; orderId: string; cents: number; now: number },
): Promise<void> {
  const { clientId, orderId, cents, now } = credit
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'cashback',
    ref: `sample-credit:${orderId}`,
    at: now,
    lines: transfer(cents, { from: accounts.promo, to: accounts.balance(clientId) }),
  })
}
