import type { Queries } from '../database/tables.ts'
import { lockClient } from './clients.store.ts'

/**
 * Credits a client's balance, in the transaction that writes the ledger entry with its cause (PAY-13); and what is
 * stored of some.
 */
export { addToBalance as creditBalance, balancesOf as storedBalancesOf } from './clients.store.ts'

/** What a client may spend, in cents; nobody else changes it until the transaction ends (PAY-13, abuse 18). */
export async function lockedBalanceOf(queries: Queries, clientId: string): Promise<number> {
  const client = await lockClient(queries, clientId)
  if (client === undefined) throw new Error(`there is no client ${clientId}`)
  return client.balance_cents
}
