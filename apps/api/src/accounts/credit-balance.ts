import type { Queries } from '../database/tables.ts'
import { balancesOf, lockClient } from './clients.store.ts'

/** Credits a client's balance, in the transaction that writes the ledger entry with its cause (PAY-13). */
export { addToBalance as creditBalance } from './clients.store.ts'

/** What a client may spend, in cents; nobody else changes it until the transaction ends (PAY-13, abuse 18). */
export async function lockedBalanceOf(queries: Queries, clientId: string): Promise<number> {
  const client = await lockClient(queries, clientId)
  if (client === undefined) throw new Error(`there is no client ${clientId}`)
  return client.balance_cents
}

/** What is stored of some clients' balances, in cents; each is the sum of its account (PAY-13). */
export async function storedBalancesOf(
  queries: Queries,
  clientIds: readonly string[],
): Promise<{ id: string; cents: number }[]> {
  const rows = await balancesOf(queries, clientIds)
  return rows.map(({ id, balance_cents: cents }) => ({ id, cents }))
}
