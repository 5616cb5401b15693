import { VersionQuery } from '@nerdify/contract/content-version.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { OperationsPrices, PricingChange, ServicePricesChange } from '@nerdify/contract/operations.ts'
import { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import {
  changeLateCredit,
  changeRates,
  changeServicePrices,
  lockPrices,
  pricesInForce,
  versionsOfPrices,
} from '../pricing/change-prices.ts'
import type { AppContext } from '../app-context.ts'
import { expectVersion } from './expect-version.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/** Operations' calls about prices (OPS-05); new prices apply at once to new quotes. */
export function operationsPriceRoutes(app: App, product: AppContext): void {
  const zone = product.settings.companyZone
  app.get(
    opsPaths.prices(),
    operationsCall('All prices in force, with the versions to change them from', { 200: OperationsPrices }),
    async () => {
      const prices = await pricesInForce(product.queries)
      const versions = versionsOfPrices(prices)
      return {
        rates: prices.rates,
        rates_version: versions.rates,
        services: prices.services,
        services_version: versions.services,
        late_credit: [...prices.lateCredit],
        late_credit_version: versions.lateCredit,
      }
    },
  )
  app.get(
    opsPaths.pricing(),
    operationsCall('The price table in force', { 200: PricingAnswer }),
    async () => (await pricesInForce(product.queries)).rates,
  )

  app.put(
    opsPaths.pricing(),
    loggedCall('Put a price table in force', { querystring: VersionQuery, body: PricingChange, 200: PricingAnswer }),
    async (request) =>
      writeLogged(product, request, 'change pricing', async ({ queries, now }) => {
        await expectPart(queries, 'rates', { subject: 'pricing', shown: request.query.version, now, zone })
        await changeRates(queries, request.body, now)
        return { subject: 'pricing', body: (await pricesInForce(queries)).rates, logged: { rates: request.body } }
      }),
  )

  app.get(
    opsPaths.services(),
    operationsCall('The service prices in force', { 200: ServicePricesAnswer }),
    async () => (await pricesInForce(product.queries)).services,
  )

  app.put(
    opsPaths.services(),
    loggedCall('Put service prices in force', {
      querystring: VersionQuery,
      body: ServicePricesChange,
      200: ServicePricesAnswer,
    }),
    async (request) =>
      writeLogged(product, request, 'change service prices', async ({ queries, now }) => {
        await expectPart(queries, 'services', { subject: 'services', shown: request.query.version, now, zone })
        await changeServicePrices(queries, request.body, now)
        const { services } = await pricesInForce(queries)
        return { subject: 'services', body: services, logged: { services: request.body } }
      }),
  )

  app.get(
    opsPaths.lateCredit(),
    operationsCall('What is given for work that comes late', { 200: LateCreditAnswer }),
    async () => ({ steps: [...(await pricesInForce(product.queries)).lateCredit] }),
  )

  app.put(
    opsPaths.lateCredit(),
    loggedCall('Put in force what is given for work that comes late, for orders that are paid from now on', {
      querystring: VersionQuery,
      body: LateCreditAnswer,
      200: LateCreditAnswer,
    }),
    async (request) => {
      const { steps } = request.body
      return writeLogged(product, request, 'change late credit', async ({ queries, now }) => {
        await expectPart(queries, 'lateCredit', { subject: 'late_credit', shown: request.query.version, now, zone })
        await changeLateCredit(queries, steps, now)
        return { subject: 'late_credit', body: { steps }, logged: { late_credit: steps } }
      })
    },
  )
}

/** Locks the prices and refuses a write based on an outdated version of a part (DESK-05). */
async function expectPart(
  queries: Queries,
  part: keyof ReturnType<typeof versionsOfPrices>,
  check: Omit<Parameters<typeof expectVersion>[1], 'inForce'>,
): Promise<void> {
  const versions = await lockPrices(queries)
  await expectVersion(queries, { ...check, inForce: versions[part] })
}
