import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { FirstData, FirstDataQuery } from '@nerdify/contract/first-data.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/authenticate.ts'
import { Refusal } from '../http/refusal.ts'
import { countedOrderPage } from '../orders/order-page.ts'
import { ownOrder } from '../orders/own-order.ts'
import { presentOrder } from '../orders/present-order.ts'
import { marketingConsentOf } from '../outbox/marketing-consent.ts'
import { publishedPrices } from '../pricing/published-prices.ts'
import type { Product } from '../product.ts'
import { listSubscriptions } from '../subscriptions/list-subscriptions.ts'
import { balancePage } from './balance-page.ts'
import { clientAnswer, clientAnswerBut } from './client-answer.ts'

/** What a visit begins with, in one answer (decision 0035): a phone far away waits for one question, not for four. */
export function firstDataRoute(app: App, product: Product): void {
  const present = (clientId: string, id: string) =>
    ownOrder(product.queries, clientId, id).then(
      (order) => presentOrder(order, { now: product.clock.now(), gatewayUrl: product.settings.gatewayUrl }),
      (thrown: unknown) => {
        // Whose order it is, or that there is none, is for the order's own call to say.
        if (thrown instanceof Refusal && thrown.status === 404) return null
        throw thrown
      },
    )

  app.get(
    apiPaths.firstData(),
    {
      config: { who: 'client' },
      schema: {
        summary: 'The signed-in client, and what the first screen shows beside them',
        querystring: FirstDataQuery,
        response: { 200: FirstData, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { clientId } = clientOf(request)
      const { prices, order, orders, info, subscriptions } = request.query
      const page = orders === undefined ? undefined : countedOrderPage(product, { clientId, page: 0, filter: orders })
      const asking = { clientId, ipAddress: request.ip }
      const itself = async () => {
        if (page === undefined) return transaction(product.queries, (queries) => clientAnswer(product, queries, asking))
        // The list counts their orders; not waited for inside the transaction, which may hold the only connection.
        const read = transaction(product.queries, (queries) => clientAnswerBut(product, queries, asking))
        const [{ counts }, answer] = await Promise.all([page, read])
        return answer(counts)
      }
      const [client, published, one, list, balance, marketing, plans] = await Promise.all([
        itself(),
        prices === undefined ? undefined : publishedPrices(product),
        order === undefined ? undefined : present(clientId, order),
        page,
        info === undefined ? undefined : balancePage(product, clientId, 0),
        info === undefined ? undefined : marketingConsentOf(product.queries, clientId),
        subscriptions === undefined ? undefined : listSubscriptions(product, clientId),
      ])
      return {
        client,
        ...(published !== undefined && { prices: { rates: published.rates, services: published.services } }),
        ...(one !== undefined && { order: one }),
        ...(list !== undefined && { orders: list.list }),
        ...(balance !== undefined && marketing !== undefined && { info: { balance, marketing } }),
        ...(plans !== undefined && { subscriptions: plans }),
      }
    },
  )
}
