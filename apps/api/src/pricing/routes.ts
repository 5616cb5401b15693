import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app-type.ts'
import { openCall } from '../http/call.ts'
import type { Product } from '../product.ts'
import type { PricesInForce } from './price-table.store.ts'
import { publishedPrices } from './published-prices.ts'

/** Browsers may keep the prices this long; the server prices each order with the newest. */
const cacheable = 'public, max-age=60'

/** The price data (PRICE-04, SRV-02), and what is given for work that comes late (WAIT-05); no sign-in. */
export function pricingRoutes(app: App, product: Product): void {
  /** Answers a part of the prices; its text is made once for as long as they are kept. */
  const answerWith = (part: (prices: PricesInForce) => unknown) => {
    const made: { prices?: PricesInForce; text: string } = { text: '' }
    return async (_request: FastifyRequest, reply: FastifyReply) => {
      const prices = await publishedPrices(product)
      if (made.prices !== prices) {
        made.text = String(reply.serialize(part(prices)))
        made.prices = prices
      }
      return reply.header('cache-control', cacheable).type('application/json; charset=utf-8').send(made.text)
    }
  }

  app.get(
    apiPaths.pricing(),
    openCall('Prices by deadline for each price name', { 200: PricingAnswer }),
    answerWith((prices) => prices.rates),
  )
  app.get(
    apiPaths.servicePrices(),
    openCall('Prices of the extra services', { 200: ServicePricesAnswer }),
    answerWith((prices) => prices.services),
  )
  app.get(
    apiPaths.lateCredit(),
    openCall('What is given for work that comes late', { 200: LateCreditAnswer }),
    answerWith((prices) => ({ steps: prices.lateCredit })),
  )
}
