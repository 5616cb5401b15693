import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import {
  EventPosting,
  OperationsOrderChange,
  OperationsOrderCreation,
  OperationsOrderPage,
  OperationsOrdersQuery,
  OperationsOrderWithHistory,
  RefundPosting,
} from '@nerdify/contract/operations.ts'
import { isInRestrictedRegion } from '../clients/restricted-region.ts'
import { findAnyClient } from '../clients/change-for-operations.ts'
import type { Queries } from '../database/tables.ts'
import type { App } from '../http/app-type.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { changeOrderForOperations } from '../orders/change-for-operations.ts'
import { reportCouponError } from '../orders/coupon-report.ts'
import { createOrder } from '../orders/create-order.ts'
import { findAnyOrder, historyOf, listAllOrders } from '../orders/find-any-order.ts'
import type { StoredOrder } from '../orders/own-order.ts'
import { announceOrder } from '../outbox/announce-order.ts'
import { OrderAddress } from '../orders/routes.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { uuidv7 } from '../database/uuid.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import { askForRefund } from '../payments/ask-for-refund.ts'
import type { Product } from '../product.ts'
import { writeLogged } from './logged-write.ts'
import { postEvent } from './post-event.ts'
import { presentForOperations, presentWithHistory } from './present-operations-order.ts'

/** The calls of operations about orders (OPS-05). An order is addressed by its key or its number. */
export function operationsOrderRoutes(app: App, product: Product): void {
  const shown = () => ({ now: product.clock.now(), gatewayUrl: product.settings.gatewayUrl })
  const present = async (queries: Queries, order: StoredOrder) =>
    presentWithHistory(order, await historyOf(queries, order), shown())
  const done = async (queries: Queries, order: StoredOrder) => ({
    subject: `order ${order.id}`,
    body: await present(queries, order),
  })

  app.get(
    apiPaths.opsOrders(),
    {
      config: { who: 'operations' },
      schema: {
        summary: 'A page of all clients’ orders',
        querystring: OperationsOrdersQuery,
        response: { 200: OperationsOrderPage, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { state, page } = request.query
      const list = await listAllOrders(product.queries, { state, page: Number(page ?? '0') })
      return { ...list, results: list.orders.map((order) => presentForOperations(order, shown())) }
    },
  )

  app.get(
    apiPaths.opsOrder(':id'),
    {
      config: { who: 'operations' },
      schema: {
        summary: 'One order with its history',
        params: OrderAddress,
        response: { 200: OperationsOrderWithHistory, '4xx': ErrorBody },
      },
    },
    async (request) => present(product.queries, await findAnyOrder(product.queries, request.params.id)),
  )

  app.post(
    apiPaths.opsOrders(),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Create an order for a client',
        body: OperationsOrderCreation,
        response: { 201: OperationsOrderWithHistory, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const created = await writeLogged(product, request, 'create order', async ({ queries, author, now }) => {
        const client = await clientToOrderFor(queries, request.body.client_id)
        const isRestricted = (country: string | null) => isInRestrictedRegion(product, { country }, undefined)
        const order = await createOrder(queries, { clientId: client.id, body: request.body, now, author, isRestricted })
        return done(queries, order)
      })
      return reply.code(201).send(created)
    },
  )

  app.patch(
    apiPaths.opsOrder(':id'),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Change price, type, marks or tags of an order',
        params: OrderAddress,
        body: OperationsOrderChange,
        response: { 200: OperationsOrderWithHistory, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { price, ...body } = request.body
      const priceCents = price === undefined ? undefined : readHundredths(price, 'price')
      return writeLogged(product, request, 'change order', async ({ queries, author, now }) => {
        const found = await findAnyOrder(queries, request.params.id)
        const { order, lostCoupon } = await changeOrderForOperations(queries, {
          clientId: found.client_id,
          orderId: found.id,
          body,
          priceCents,
          author,
          now,
        })
        if (lostCoupon !== undefined) await reportCouponError(queries, product, { order, failed: lostCoupon })
        return done(queries, order)
      })
    },
  )

  app.post(
    apiPaths.opsOrderEvents(':id'),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Let an event happen to an order',
        params: OrderAddress,
        body: EventPosting,
        response: { 200: OperationsOrderWithHistory, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const answer = await writeLogged(product, request, 'post event', async ({ queries, author, now }) => {
        const found = await findAnyOrder(queries, request.params.id)
        const order = await postEvent(queries, { order: found, body: request.body, author, now })
        return done(queries, order)
      })
      if (request.body.event === 'accept_refund') product.wake.payments()
      return answer
    },
  )

  app.post(
    apiPaths.opsOrderRefunds(':id'),
    {
      config: { who: 'operations', answerKept: 'with its write' },
      schema: {
        summary: 'Give money of an order back: an amount, services, or all that is left',
        params: OrderAddress,
        body: RefundPosting,
        response: { 200: OperationsOrderWithHistory, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { amount, services, reason } = request.body
      const amountCents = amount === undefined ? undefined : readHundredths(amount, 'amount')
      const answer = await writeLogged(product, request, 'refund', async ({ queries, author, now }) => {
        const found = await findAnyOrder(queries, request.params.id)
        const { order, cents } = await askForRefund(queries, {
          clientId: found.client_id,
          orderId: found.id,
          amountCents,
          services,
          reason,
          author,
          now,
        })
        const variables = { amount: formatMoney(cents) }
        await announceOrder(queries, { order, name: 'order-part-refund', key: uuidv7(now), variables, now })
        return done(queries, order)
      })
      product.wake.payments()
      product.wake.outbox()
      return answer
    },
  )
}

/** The client that an order is to be created for; 422 at the field where there is none. */
async function clientToOrderFor(queries: Queries, clientId: string) {
  try {
    return await findAnyClient(queries, clientId)
  } catch (error) {
    if (error instanceof Refusal) throw unacceptable('There is no such client.', 'client_id')
    throw error
  }
}
