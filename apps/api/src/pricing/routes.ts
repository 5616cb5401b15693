import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { PricingAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import type { App } from '../http/app-type.ts'
import type { Product } from '../product.ts'
import { readPrices } from './price-table.store.ts'

/** Browsers may keep the prices this long; the server prices each order with the newest. */
const cacheable = 'public, max-age=60'

/** The price data (PRICE-04, SRV-02); no sign-in. */
export function pricingRoutes(app: App, product: Product): void {
  app.get(
    apiPaths.pricing(),
    {
      config: { who: 'anyone' },
      schema: { summary: 'Prices by deadline for each price name', response: { 200: PricingAnswer, '4xx': ErrorBody } },
    },
    async (_request, reply) => {
      reply.header('cache-control', cacheable)
      return (await readPrices(product.queries)).rates
    },
  )
  app.get(
    apiPaths.servicePrices(),
    {
      config: { who: 'anyone' },
      schema: { summary: 'Prices of the extra services', response: { 200: ServicePricesAnswer, '4xx': ErrorBody } },
    },
    async (_request, reply) => {
      reply.header('cache-control', cacheable)
      return (await readPrices(product.queries)).services
    },
  )
}
