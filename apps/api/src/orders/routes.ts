import { IdAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { NerdList } from '@nerdify/contract/client.ts'
import { Order, OrderChange, OrderCreation, OrderHistory, OrderListQuery, OrderPage } from '@nerdify/contract/orders.ts'
import type { SentFile } from '@nerdify/contract/files.ts'
import { mostCodesAnHour, mostOrdersADay } from '@nerdify/domain/clients/daily-limits.ts'
import { onlyOrderOf } from '@nerdify/domain/sign-in/session-reach.ts'
import { readSentUploads } from '../uploads/attach-uploads.ts'
import type { FastifyRequest } from 'fastify'
import { isInRestrictedRegion } from '../accounts/restricted-region.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { clientCall, storedWithWrite } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'
import { changeOrder } from './change/change-order.ts'
import { reportCouponError, reportRefusedCode } from './price/coupon-report.ts'
import { createOrder } from './change/create-order.ts'
import { CouponRefused, type FailedCoupon } from './price/order-discount.ts'
import { countedOrderPage } from './list/order-page.ts'
import { ownOrder } from './list/own-order.ts'
import { type StoredOrder, orderEventsOf } from './orders.store.ts'
import { nerdsToPrefer } from './change/preferred-nerds.ts'
import { presentWithFiles } from './list/present-order.ts'
import { isClientEvent } from '@nerdify/domain/orders/client-history.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import type { HistoryEvent } from './history/event-kinds.ts'

const hourMs = 3_600_000

/** Orders that one client may create (SAFE-07). */
const ordersOfOneClient: RateLimit = {
  name: 'orders',
  most: mostOrdersADay,
  windowMs: 24 * hourMs,
  say: (wait) => `You’ve started ${mostOrdersADay} tasks in a day. You can start the next one in ${wait}.`,
}

/** Codes that one client may try, accepted ones included (SAFE-07). */
const codesOfOneClient: RateLimit = { name: 'coupon', most: mostCodesAnHour, windowMs: hourMs }

/** The stored answers of these calls are readable: an order is readable in its row. */
const asReadable = { isSealed: false }

/** The calls about a client's orders (API-03, API-04). */
export function orderRoutes(app: App, product: AppContext): void {
  readRoutes(app, product)
  createRoute(app, product)
  changeRoute(app, product)
}

const present = (product: AppContext, order: StoredOrder, queries: Queries = product.queries) =>
  presentWithFiles({ queries, now: product.clock.now(), settings: product.settings }, order)

const restrictedFrom =
  (product: AppContext, { ip }: FastifyRequest) =>
  (country: string | null) =>
    isInRestrictedRegion(product, { country }, ip)

const sentUploads = (product: AppContext, clientId: string, files: readonly SentFile[] = []) =>
  readSentUploads(product, clientId, files)

function readRoutes(app: App, product: AppContext): void {
  app.get(apiPaths.myNerds(), clientCall('The Nerds to prefer', { 200: NerdList }), async (request) => {
    const session = clientOf(request)
    // A link to one order does not reach the Nerds of other orders (SAFE-03).
    return {
      results: onlyOrderOf(session) !== undefined ? [] : await nerdsToPrefer(product.queries, session.clientId),
    }
  })

  app.get(
    apiPaths.orders(),
    clientCall('A page of orders', { querystring: OrderListQuery, 200: OrderPage }),
    async (request) => {
      const { page, filter, q } = request.query
      const session = clientOf(request)
      const listQuery = { clientId: session.clientId, page: Number(page ?? '0'), filter, q, only: onlyOrderOf(session) }
      return (await countedOrderPage(product, listQuery)).list
    },
  )

  app.get(apiPaths.order(':id'), clientCall('One order', { params: IdAddress, 200: Order }), async (request) =>
    present(product, await ownOrder(product.queries, clientOf(request).clientId, request.params.id)),
  )

  app.get(
    apiPaths.orderHistory(':id'),
    clientCall('What happened to an order', { params: IdAddress, 200: OrderHistory }),
    (request) => clientHistory(product.queries, clientOf(request).clientId, request.params.id),
  )
}

function createRoute(app: App, product: AppContext): void {
  app.post(
    apiPaths.orders(),
    clientCall('Create an order', { body: OrderCreation, 201: Order }, storedWithWrite),
    async (request, reply) => {
      const { clientId } = clientOf(request)
      const write = async (queries: Queries, uploads: readonly string[]) => {
        const now = product.clock.now()
        await limitUse(queries, ordersOfOneClient, { subject: clientId, now, scale: product.settings.limitScale })
        const order = await createOrder(queries, {
          clientId,
          body: request.body,
          uploads,
          now,
          isRestricted: restrictedFrom(product, request),
        })
        return present(product, order, queries)
      }
      const prepare = () => sentUploads(product, clientId, request.body.files)
      const answer = await writeOnce(product, request, write, { ...asReadable, prepare })
      return reply.code(201).send(answer)
    },
  )
}

function changeRoute(app: App, product: AppContext): void {
  app.route({
    method: ['POST', 'PATCH'],
    url: apiPaths.order(':id'),
    ...clientCall('Change an order', { params: IdAddress, body: OrderChange, 200: Order }, storedWithWrite),
    handler: async (request) => {
      const { clientId } = clientOf(request)
      const orderId = request.params.id
      const now = product.clock.now()
      const prepare = async () => {
        if (request.body.action === 'discount_add') {
          // Separate from the change: a refused code rolls the change back, but still counts.
          const use = { subject: clientId, now, scale: product.settings.limitScale }
          await transaction(product.queries, (queries) => limitUse(queries, codesOfOneClient, use))
        }
        return sentUploads(product, clientId, request.body.files)
      }
      // Without the code: people may type anything there, even keys (OPS-03).
      const logLost = ({ errorType }: FailedCoupon) =>
        request.log.info({ orderId, error_type: errorType }, 'coupon does not apply')
      try {
        const write = async (queries: Queries, uploads: readonly string[]) => {
          const terms = { now, isRestricted: restrictedFrom(product, request) }
          const change = { clientId, orderId, body: request.body, uploads, terms }
          const { order, lostCoupon } = await changeOrder(queries, product, change)
          if (lostCoupon !== undefined) {
            logLost(lostCoupon)
            await reportCouponError(queries, product, { order, failed: lostCoupon })
          }
          return present(product, order, queries)
        }
        return await writeOnce(product, request, write, { ...asReadable, prepare })
      } catch (error) {
        if (error instanceof CouponRefused) {
          logLost(error.failed)
          await reportRefusedCode(product, { clientId, orderId, failed: error.failed })
        }
        throw error
      }
    },
  })
}

/** The history of a client's own order, oldest first, with the client's notes and our texts for the client (TALK-06). */
async function clientHistory(queries: Queries, clientId: string, orderId: string): Promise<OrderHistory> {
  const order = await ownOrder(queries, clientId, orderId)
  const entries = await orderEventsOf(queries, clientId, order.id)
  return entries.filter(isShown).map(({ event, author, at, data: { note, tell } }) => ({
    event,
    at: new Date(at).toISOString(),
    note: author === 'client' ? (note ?? null) : null,
    tell: tell ?? null,
  }))
}

const isShown = (entry: HistoryEvent): entry is HistoryEvent<OrderEventName> => isClientEvent(entry.event)
