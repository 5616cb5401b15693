import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/tables.ts'
import { type PricesForClient, readPrices } from './price-table.store.ts'

export {
  insertFirstPrices as startWithPrices,
  readPricesFor as pricesFor,
  readPricesWhile as pricesForSession,
} from './price-table.store.ts'
export type { PricesForClient }

/** What is given for work that comes late, of orders that are paid now (WAIT-05). */
export async function lateCreditInForce(queries: Queries): Promise<LateCredit> {
  return (await readPrices(queries)).lateCredit
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The prices for this client as the request came; set on routes that ask for them. */
    prices: PricesForClient | null
  }
  interface FastifyContextConfig {
    /** A client's route that mostly needs prices: they are read in one statement with the session. */
    prices?: 'read with the session'
  }
}

/** The prices of a request on a route that asks for them. */
export function pricesOf(request: FastifyRequest): PricesForClient {
  if (request.prices === null) throw new Error('pricesOf() on a route that does not ask for prices')
  return request.prices
}
