import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { PricingChange, ServicePricesChange } from '@nerdify/contract/operations.ts'
import { PricingAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import type { App } from '../http/app-type.ts'
import { writeOnceForOperations } from '../http/idempotency.ts'
import { changeRates, changeServicePrices, pricesInForce } from '../pricing/change-prices.ts'
import { forgetPublishedPrices } from '../pricing/published-prices.ts'
import type { Product } from '../product.ts'
import { logAction } from './audit-log.ts'
import { operatorOf } from './operator.ts'

/** The calls of operations about prices (OPS-05); what they put in force holds at once for new quotes. */
export function operationsPriceRoutes(app: App, product: Product): void {
  app.get(
    apiPaths.opsPricing(),
    {
      config: { who: 'operations' },
      schema: { summary: 'The price table in force', response: { 200: PricingAnswer, '4xx': ErrorBody } },
    },
    async () => (await pricesInForce(product.queries)).rates,
  )

  app.put(
    apiPaths.opsPricing(),
    {
      config: { who: 'operations' },
      schema: {
        summary: 'Put a price table in force',
        body: PricingChange,
        response: { 200: PricingAnswer, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const author = operatorOf(request)
      const now = product.clock.now()
      const answer = await writeOnceForOperations(product, request, async (queries) => {
        await changeRates(queries, request.body, now)
        await logAction(queries, {
          author,
          action: 'change pricing',
          subject: 'pricing',
          request: { rates: request.body },
          now,
        })
        return { status: 200, body: (await pricesInForce(queries)).rates }
      })
      forgetPublishedPrices(product)
      return answer.body
    },
  )

  app.get(
    apiPaths.opsServices(),
    {
      config: { who: 'operations' },
      schema: { summary: 'The service prices in force', response: { 200: ServicePricesAnswer, '4xx': ErrorBody } },
    },
    async () => (await pricesInForce(product.queries)).services,
  )

  app.put(
    apiPaths.opsServices(),
    {
      config: { who: 'operations' },
      schema: {
        summary: 'Put service prices in force',
        body: ServicePricesChange,
        response: { 200: ServicePricesAnswer, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const author = operatorOf(request)
      const now = product.clock.now()
      const answer = await writeOnceForOperations(product, request, async (queries) => {
        await changeServicePrices(queries, request.body, now)
        await logAction(queries, {
          author,
          action: 'change service prices',
          subject: 'services',
          request: { services: request.body },
          now,
        })
        return { status: 200, body: (await pricesInForce(queries)).services }
      })
      forgetPublishedPrices(product)
      return answer.body
    },
  )
}
