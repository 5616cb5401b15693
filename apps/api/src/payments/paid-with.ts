import type { Queries } from '../database/tables.ts'
import { cardsOf } from './ledger/ledger.store.ts'

/** The cards (the provider's marks of them) with which a client has paid for something. */
export function cardsPaidWith(queries: Queries, clientId: string): Promise<string[]> {
  return cardsOf(queries, clientId)
}
