import type { Queries } from '../database/tables.ts'
import { addToBalance } from './clients.store.ts'

/** Credits a client's balance, in the transaction that writes the ledger entry with its cause (PAY-13). */
export function creditBalance(queries: Queries, clientId: string, cents: number): Promise<void> {
  return addToBalance(queries, clientId, cents)
}
