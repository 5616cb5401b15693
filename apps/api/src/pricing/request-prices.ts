import type { FastifyRequest } from 'fastify'
import type { PricesForClient } from './prices.ts'

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
