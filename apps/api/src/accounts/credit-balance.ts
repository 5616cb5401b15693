import type { Queries } from '../database/tables.ts'
import { lockClient } from './clients.store.ts'

export { creditBalance } from './clients.store.ts'

/** A client's balance in cents, locked until the transaction ends (PAY-13, abuse 18). */
export async function lockedBalanceOf(queries: Queries, clientId: string): Promise<number> {
  const client = await lockClient(queries, clientId)
  if (client === undefined) throw new Error(`there is no client ${clientId}`)
  return client.balance_cents
}
