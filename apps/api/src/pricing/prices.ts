import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { firstChoices, startPrice } from '@nerdify/domain/pricing/start-choices.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
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

/** The formatted price of the choices that `/start` begins with (DOOR-01); undefined without a price. */
export async function amountAtStart({ queries, clock }: AppContext): Promise<string | undefined> {
  const { rates } = await readPrices(queries)
  const price = startPrice(firstChoices, rates, { now: clock.now(), isFriend: false })
  return price && formatMoney(price.totalCents)
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
