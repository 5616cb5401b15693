import type { Queries } from '../../database/tables.ts'
import { customerOf } from './attempts.store.ts'

/** A client's customer at the card provider; nothing before they ever paid. */
export function cardCustomerOf(queries: Queries, clientId: string): Promise<string | undefined> {
  return customerOf(queries, clientId)
}

export { dropCustomer } from './attempts.store.ts'
