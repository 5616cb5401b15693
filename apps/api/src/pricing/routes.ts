import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import type { App } from '../http/app-type.ts'
import { openCall } from '../http/call.ts'
import type { AppContext } from '../app-context.ts'
import { pricesInForce } from './price-table.store.ts'

/** Browsers may keep the prices this long; the server prices each order with the newest. */
const cacheable = 'public, max-age=60'

/** The price data (PRICE-04, SRV-02), and the credit for late work (WAIT-05); no sign-in. */
export function pricingRoutes(app: App, product: AppContext): void {
  app.get(
    apiPaths.pricing(),
    openCall('Prices by deadline for each price name', { 200: PricingAnswer }),
    async (_request, reply) => {
      reply.header('cache-control', cacheable)
      return (await pricesInForce(product.queries)).rates
    },
  )
  app.get(
    apiPaths.servicePrices(),
    openCall('Prices of the extra services', { 200: ServicePricesAnswer }),
    async (_request, reply) => {
      reply.header('cache-control', cacheable)
      return (await pricesInForce(product.queries)).services
    },
  )
  app.get(
    apiPaths.lateCredit(),
    openCall('What is given for work that comes late', { 200: LateCreditAnswer }),
    async (_request, reply) => {
      reply.header('cache-control', cacheable)
      return { steps: [...(await pricesInForce(product.queries)).lateCredit] }
    },
  )
}
