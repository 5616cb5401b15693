import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { FirstData, FirstDataQuery } from '@nerdify/contract/first-data.ts'
import { type RequiredReach, onlyOrderOf, reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import { countUnread } from '../conversations/conversations.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { clientCall } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import { countedOrderPage } from '../orders/list/order-page.ts'
import { ownOrder } from '../orders/list/own-order.ts'
import { presentWithFiles } from '../orders/list/present-order.ts'
import { marketingConsentOf } from '../outbox/opt-out/opt-outs.ts'
import { pricesInForce } from '../pricing/change-prices.ts'
import type { AppContext } from '../app-context.ts'
import { listSubscriptions } from '../subscriptions/list-subscriptions.ts'
import { balancePage } from '../payments/ledger/balance-history.ts'
import { clientAnswer, clientAnswerWithoutCounts } from './client-answer.ts'

/**
 * All data that a visit needs first, in one answer (decision 0060): a distant phone waits for one round trip, not four.
 */
export function firstDataRoute(app: App, product: AppContext): void {
  const present = (clientId: string, id: string) =>
    ownOrder(product.queries, clientId, id).then(
      (order) =>
        presentWithFiles({ queries: product.queries, now: product.clock.now(), settings: product.settings }, order),
      (thrown: unknown) => {
        // The order's own call reports why it is missing.
        if (thrown instanceof Refusal && thrown.status === 404) return null
        throw thrown
      },
    )

  app.get(
    apiPaths.firstData(),
    clientCall('The signed-in client, and what the first screen shows beside them', {
      querystring: FirstDataQuery,
      200: FirstData,
    }),
    async (request) => {
      const session = clientOf(request)
      const { clientId } = session
      const { prices, order, orders } = request.query
      // The part's own call refuses data beyond the session's reach (SAFE-03).
      const isReached = (need: RequiredReach) => reaches(session, { need, orderId: order, now: product.clock.now() })
      const info = isReached('account') ? request.query.info : undefined
      const subscriptions = isReached('account') ? request.query.subscriptions : undefined
      const list = { clientId, page: 0, filter: orders, only: onlyOrderOf(session) }
      const page = orders === undefined ? undefined : countedOrderPage(product, list)
      const caller = { session, ipAddress: request.ip }
      const readOwnData = async () => {
        if (page === undefined) return transaction(product.queries, (queries) => clientAnswer(product, queries, caller))
        // The list counts the orders. Do not await it inside the transaction, which may hold the only connection.
        const read = transaction(product.queries, (queries) => clientAnswerWithoutCounts(product, queries, caller))
        const [{ counts }, answer] = await Promise.all([page, read])
        return answer(counts)
      }
      const readOrder = () => {
        if (order === undefined) return undefined
        return isReached('its conversation') ? present(clientId, order) : null
      }
      const [client, unread, inForce, presented, firstPage, balance, marketing, plans] = await Promise.all([
        readOwnData(),
        countUnread(product.queries, { clientId, only: list.only, now: product.clock.now() }),
        prices === undefined ? undefined : pricesInForce(product.queries),
        readOrder(),
        page,
        info === undefined ? undefined : balancePage(product, clientId, 0),
        info === undefined ? undefined : marketingConsentOf(product.queries, clientId),
        subscriptions === undefined ? undefined : listSubscriptions(product, clientId),
      ])
      return {
        client,
        unread,
        ...(inForce !== undefined && {
          prices: {
            rates: inForce.rates,
            services: inForce.services,
            late_credit: { steps: [...inForce.lateCredit] },
          },
        }),
        ...(presented !== undefined && { order: presented }),
        ...(firstPage !== undefined && { orders: firstPage.list }),
        ...(balance !== undefined && marketing !== undefined && { info: { balance, marketing } }),
        ...(plans !== undefined && { subscriptions: plans }),
      }
    },
  )
}
