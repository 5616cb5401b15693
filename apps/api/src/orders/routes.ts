import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { NerdList } from '@nerdify/contract/client.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { Order, OrderChange, OrderCreation, OrderHistory, OrderListQuery, OrderPage } from '@nerdify/contract/orders.ts'
import type { SentFile } from '@nerdify/contract/files.ts'
import { Type } from 'typebox'
import { readSentUploads } from '../files/attach-uploads.ts'
import type { FastifyRequest } from 'fastify'
import { isInRestrictedRegion } from '../clients/restricted-region.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import type { App } from '../http/app-type.ts'
import { clientOf, pricesOf } from '../http/authenticate.ts'
import { writeOnce } from '../http/idempotency.ts'
import { notFound } from '../http/refusal.ts'
import { refuseWhenUsedUp } from '../limits/rate-limit.ts'
import type { Product } from '../product.ts'
import { changeOrder } from './change-order.ts'
import { clientHistory } from './client-history.ts'
import { refusedCodesOfOneClient, reportCouponError, reportRefusedCode } from './coupon-report.ts'
import { createOrder } from './create-order.ts'
import { CouponRefused, type FailedCoupon } from './order-discount.ts'
import { orderPage } from './order-page.ts'
import { ownOrder } from './own-order.ts'
import type { StoredOrder } from './orders.store.ts'
import { nerdsToPrefer } from './preferred-nerds.ts'
import { presentOrder } from './present-order.ts'
import { rateOrder, ratingOf } from './rate-order.ts'

/** The key of an order in an address; what has another form is nobody's order, so it answers 404 like any other. */
export const OrderAddress = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** How the answers of these calls are kept for a repeat: an order stands readable in its row. */
const asReadable = { isSealed: false }

/** The calls about a client's orders (API-03, API-04). */
export function orderRoutes(app: App, product: Product): void {
  const present = (order: StoredOrder) =>
    presentOrder(order, { now: product.clock.now(), gatewayUrl: product.settings.gatewayUrl })
  const restrictedFrom = (request: FastifyRequest) => (country: string | null) =>
    isInRestrictedRegion(product, { country }, request.ip)

  app.get(
    apiPaths.myNerds(),
    {
      config: { who: 'client' },
      schema: { summary: 'The Nerds to prefer', response: { 200: NerdList, '4xx': ErrorBody } },
    },
    async (request) => ({ results: await nerdsToPrefer(product.queries, clientOf(request).clientId) }),
  )

  const sentUploads = (clientId: string, files: readonly SentFile[] = []) =>
    readSentUploads(product, clientId, { locations: files.map((file) => file.location), field: 'files' })

  app.get(
    apiPaths.orders(),
    {
      config: { who: 'client' },
      schema: {
        summary: 'A page of orders',
        querystring: OrderListQuery,
        response: { 200: OrderPage, '4xx': ErrorBody },
      },
    },
    (request) => {
      const { page, filter } = request.query
      return orderPage(product, { clientId: clientOf(request).clientId, page: Number(page ?? '0'), filter })
    },
  )

  app.get(
    apiPaths.order(':id'),
    {
      config: { who: 'client' },
      schema: { summary: 'One order', params: OrderAddress, response: { 200: Order, '4xx': ErrorBody } },
    },
    async (request) => present(await ownOrder(product.queries, clientOf(request).clientId, request.params.id)),
  )

  app.get(
    apiPaths.orderHistory(':id'),
    {
      config: { who: 'client' },
      schema: {
        summary: 'What happened to an order',
        params: OrderAddress,
        response: { 200: OrderHistory, '4xx': ErrorBody },
      },
    },
    (request) => clientHistory(product.queries, clientOf(request).clientId, request.params.id),
  )

  app.post(
    apiPaths.orders(),
    {
      config: { who: 'client', answerKept: 'with its write', prices: 'read with the session' },
      schema: { summary: 'Create an order', body: OrderCreation, response: { 201: Order, '4xx': ErrorBody } },
    },
    async (request, reply) => {
      const { clientId } = clientOf(request)
      const uploads = await sentUploads(clientId, request.body.files)
      const write = async (queries: Queries) => {
        const order = await createOrder(queries, {
          clientId,
          body: request.body,
          uploads,
          prices: pricesOf(request),
          now: product.clock.now(),
          isRestricted: restrictedFrom(request),
        })
        return present(order)
      }
      const answer = await writeOnce(product, request, write, asReadable)
      return reply.code(201).send(answer)
    },
  )

  app.route({
    method: ['POST', 'PATCH'],
    url: apiPaths.order(':id'),
    config: { who: 'client', answerKept: 'with its write', prices: 'read with the session' },
    schema: {
      summary: 'Change an order',
      params: OrderAddress,
      body: OrderChange,
      response: { 200: Order, '4xx': ErrorBody },
    },
    handler: async (request) => {
      const { clientId } = clientOf(request)
      const orderId = request.params.id
      const now = product.clock.now()
      if (!isUuid(orderId)) throw notFound()
      if (request.body.action === 'discount_add') {
        await refuseWhenUsedUp(product.queries, refusedCodesOfOneClient, {
          of: clientId,
          now,
          scale: product.settings.limitScale,
        })
      }
      const uploads = await sentUploads(clientId, request.body.files)
      // Without the code: people type all kinds of things there, and keys too (OPS-03).
      const logLost = ({ errorType }: FailedCoupon) =>
        request.log.info({ orderId, error_type: errorType }, 'coupon does not apply')
      try {
        const rating = ratingOf(request.body)
        const write = async (queries: Queries) => {
          if (rating !== undefined) {
            const rated = await rateOrder(queries, product, { clientId, orderId, rating })
            return present(rated)
          }
          const { order, lostCoupon } = await changeOrder(queries, {
            clientId,
            orderId,
            body: request.body,
            uploads,
            prices: pricesOf(request),
            now,
            isRestricted: restrictedFrom(request),
          })
          if (lostCoupon !== undefined) {
            logLost(lostCoupon)
            await reportCouponError(queries, product, { order, failed: lostCoupon })
          }
          return present(order)
        }
        return await writeOnce(product, request, write, asReadable)
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
