import { OperationsOrderAddress } from '@nerdify/contract/addresses.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import {
  EventPosting,
  OperationsOrderChange,
  OperationsOrderCreation,
  OperationsOrderPage,
  OperationsOrdersQuery,
  OperationsOrderWithHistory,
  OrderAgreement,
  RefundPosting,
} from '@nerdify/contract/operations.ts'
import { OrderTake } from '@nerdify/contract/queue.ts'
import { isInRestrictedRegion } from '../accounts/restricted-region.ts'
import { findClientToChange } from '../clients/change-for-operations.ts'
import type { Queries } from '../database/tables.ts'
import { transaction, rolledBack } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { askForRating } from '../orders/change/ask-for-rating.ts'
import { changeOrderForOperations } from '../orders/change/change-for-operations.ts'
import { reportCouponError } from '../orders/price/coupon-report.ts'
import { createOrder } from '../orders/change/create-order.ts'
import { nerdsIn } from '../orders/history/event-kinds.ts'
import { nerdFilesOf } from '../uploads/nerd-files.ts'
import { findAnyOrder, findOrders, historyOf } from '../orders/list/find-any-order.ts'
import type { ShownOrder, StoredOrder } from '../orders/list/own-order.ts'
import { instantText, presentOrder } from '../orders/list/present-order.ts'
import { companyTime, type OrderWait, waitsOfOrder } from '../orders/waiting-now.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
import type { NerdFiles } from '@nerdify/domain/orders/nerd-files.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { uuidv7 } from '../database/uuid.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import { agreePrice } from '../payments/agree-price.ts'
import { refusePaidOutFee } from '../payments/nerds/owed-to-nerds.ts'
import { askForRefund } from '../payments/refund/ask-for-refund.ts'
import { refundTip } from '../payments/refund/refund-tip.ts'
import { knownZoneOf } from '../sessions/sessions.ts'
import { failedRefunds } from '../inbox/stuck-work.ts'
import type { AppContext } from '../app-context.ts'
import { postReason } from '../conversations/conversations.ts'
import { nerdOfOrder } from '../orders/rated-nerds.ts'
import { mailSheetAgain } from '../orders/work-sheet.ts'
import { colleagueNamed } from '../staff/members.ts'
import { type Circumstances, loggedCall, writeLogged } from './logged-write.ts'
import { operatorOf } from '../http/caller.ts'
import { nameWhoChanged } from './expect-version.ts'
import { moneyLimitOf } from './operator.ts'
import { postEvent } from './post-event.ts'
import { presentOrderWait, presentWait } from './present-wait.ts'
import { releaseOrder, takeOrder } from './take-order.ts'

/** An order in operations' list. */
function presentListed({ clock, settings }: AppContext, order: ShownOrder, nerdFiles?: NerdFiles) {
  return {
    ...presentOrder(order, { now: clock.now(), settings, nerdFiles }),
    client_id: order.client_id,
    honour_code: order.honour_code,
    sent_at: order.sent_at === null ? null : instantText(order.sent_at),
  }
}

/** An order with its history and its assigned Nerds (OPS-08), the current one last. */
async function present(product: AppContext, queries: Queries, order: StoredOrder) {
  const history = await historyOf(queries, order)
  const nerdFiles = await nerdFilesOf(queries, order.client_id, [order.id])
  const time = companyTime(product.settings, product.clock.now())
  const key = { clientId: order.client_id, orderId: order.id }
  const waits = await waitsOfOrder(queries, key, time)
  const refunds = await failedRefunds(queries, time, key)
  return {
    ...presentListed(product, order, nerdFiles.get(order.id)),
    events: history.map(({ event, author, at, data }) => ({ event, author, at: instantText(at), data })),
    workers: nerdsIn(history),
    waits: waits.map(presentOrderWait),
    failed_refunds: refunds.map(({ id, words, commands, ...wait }) => ({
      ...presentWait(wait, undefined, commands),
      id,
      words,
    })),
    nerd: await nerdOfOrder(queries, order, time),
    client_zone: await knownZoneOf(queries, order.client_id),
  }
}

const resultOf = async (product: AppContext, queries: Queries, order: StoredOrder) => ({
  subject: `order ${order.id}`,
  body: await present(product, queries, order),
})

/** The calls of operations about orders (OPS-05). An order is addressed by its key or its number. */
export function operationsOrderRoutes(app: App, product: AppContext): void {
  readRoutes(app, product)
  writeRoutes(app, product)
  eventRoutes(app, product)
  moneyRoutes(app, product)
  takeRoutes(app, product)
  workSheetRoutes(app, product)
}

/** A slice of all clients' orders by filters (OPS-10). */
export async function readOrders(product: AppContext, query: OperationsOrdersQuery) {
  const time = companyTime(product.settings, product.clock.now())
  const { orders, overTotal, ...found } = await findOrders(product.queries, query, time)
  return { ...found, over_total: overTotal, results: orders.map((order) => presentListed(product, order)) }
}

function readRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.orders(),
    operationsCall('All clients’ orders by filters', { querystring: OperationsOrdersQuery, 200: OperationsOrderPage }),
    ({ query }) => readOrders(product, query),
  )

  app.get(
    opsPaths.order(':id'),
    operationsCall('One order with its history', { params: OperationsOrderAddress, 200: OperationsOrderWithHistory }),
    async (request) => {
      const order = await findAnyOrder(product.queries, request.params.id)
      request.account = order.client_id
      return present(product, product.queries, order)
    },
  )
}

/** Operations' creation and changes. */
function writeRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.orders(),
    loggedCall('Create an order for a client', { body: OperationsOrderCreation, 201: OperationsOrderWithHistory }),
    async (request, reply) => {
      const created = await writeLogged(product, request, 'create order', async ({ queries, author, now }) => {
        const client = await clientToOrderFor(queries, request.body.client_id)
        const isRestricted = (country: string | null) => isInRestrictedRegion(product, { country }, undefined)
        const order = await createOrder(queries, { clientId: client.id, body: request.body, now, author, isRestricted })
        return resultOf(product, queries, order)
      })
      return reply.code(201).send(created)
    },
  )

  app.patch(
    opsPaths.order(':id'),
    loggedCall('Change price, type, marks or tags of an order, or the fee of its Nerd', {
      params: OperationsOrderAddress,
      body: OperationsOrderChange,
      200: OperationsOrderWithHistory,
    }),
    async (request) => {
      const { price, version, dry_run: isDryRun = false, ...body } = request.body
      const priceCents = price === undefined ? undefined : readHundredths(price, 'price')
      const feeCents = body.fee == null ? body.fee : readHundredths(body.fee, 'fee')
      const change = async ({ queries, author, now }: Circumstances) => {
        const found = await findAnyOrder(queries, request.params.id)
        if (feeCents !== undefined) await refusePaidOutFee(queries, found, product.settings.companyZone)
        const { order, lostCoupon } = await changeOrderForOperations(queries, {
          clientId: found.client_id,
          orderId: found.id,
          body,
          priceCents,
          feeCents,
          basedOn: version,
          author,
          now,
        })
        // The tag for a missing rating also asks for it (MSG-06).
        if (request.body.tags_add?.includes('no_feedback_1d')) {
          await askForRating(queries, order, { settings: product.settings, now })
        }
        if (lostCoupon !== undefined) await reportCouponError(queries, product, { order, failed: lostCoupon })
        return {
          ...(await resultOf(product, queries, order)),
          logged: { ...body, ...(price !== undefined && { price }) },
        }
      }
      const circumstances = { author: operatorOf(request).name, now: product.clock.now() }
      return nameWhoChanged(product, request.params.id, () =>
        isDryRun
          ? transaction(product.queries, (queries) =>
              rolledBack(queries, async () => (await change({ ...circumstances, queries })).body),
            )
          : writeLogged(product, request, 'change order', change),
      )
    },
  )
}

/** Operations' events. */
function eventRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.orderEvents(':id'),
    loggedCall('Let an event happen to an order', {
      params: OperationsOrderAddress,
      body: EventPosting,
      200: OperationsOrderWithHistory,
    }),
    async (request) => {
      const begun = product.clock.now()
      let ended: OrderWait[] = []
      const post = async ({ queries, author, now }: Circumstances) => {
        const found = await findAnyOrder(queries, request.params.id)
        const key = { clientId: found.client_id, orderId: found.id }
        const before = await waitsOfOrder(queries, key, companyTime(product.settings, now))
        const order = await postEvent(queries, {
          order: found,
          body: request.body,
          author,
          time: companyTime(product.settings, now),
          limitCents: moneyLimitOf(product, request),
        })
        const result = await resultOf(product, queries, order)
        const open = result.body.waits.map(({ kind }) => kind)
        ended = before.filter(({ kind }) => !open.includes(kind))
        return result
      }
      const answer = await nameWhoChanged(product, request.params.id, () =>
        writeLogged(product, request, 'post event', post),
      )
      for (const { kind, since } of ended) product.metrics.waitSeconds.observe({ kind }, (begun - since) / 1000)
      if (request.body.event === 'accept_refund') product.wake.payments()
      return answer
    },
  )
}

/** The price of a paid order, and refunds by staff. */
function moneyRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.orderAgreement(':id'),
    loggedCall('Give a paid order another price or size that its client agreed to', {
      params: OperationsOrderAddress,
      body: OrderAgreement,
      200: OperationsOrderWithHistory,
    }),
    async (request) => {
      const { price, ...body } = request.body
      const agreedCents = readHundredths(price, 'price')
      const agree = async ({ queries, author, now }: Circumstances) => {
        const { id: orderId, client_id: clientId } = await findAnyOrder(queries, request.params.id)
        const order = await agreePrice(queries, { clientId, orderId, body, agreedCents, author, now })
        await postReason(queries, order, { tell: body.tell, now })
        return resultOf(product, queries, order)
      }
      const answer = await nameWhoChanged(product, request.params.id, () =>
        writeLogged(product, request, 'agree price', agree),
      )
      product.wake.payments()
      product.wake.outbox()
      return answer
    },
  )

  app.post(
    opsPaths.orderRefunds(':id'),
    loggedCall('Give money of an order or of its tip back, or note what was given back in another way', {
      params: OperationsOrderAddress,
      body: RefundPosting,
      200: OperationsOrderWithHistory,
    }),
    async (request) => {
      const { amount, services, tip, outside, reason } = request.body
      if (tip && services !== undefined) throw unacceptable('A tip has no services.', 'services')
      const amountCents = amount === undefined ? undefined : readHundredths(amount, 'amount')
      const answer = await writeLogged(product, request, 'refund', async ({ queries, author, now }) => {
        const found = await findAnyOrder(queries, request.params.id)
        const limitCents = moneyLimitOf(product, request)
        const orderKey = { clientId: found.client_id, orderId: found.id }
        const wish = { ...orderKey, amountCents, outside, reason, limitCents, author, now }
        const { order, cents } = tip
          ? await refundTip(queries, wish)
          : await askForRefund(queries, { ...wish, services })
        // Staff who refunded the money elsewhere have announced it.
        if (outside) return resultOf(product, queries, order)
        const variables = { amount: formatMoney(cents) }
        await announceOrder(queries, { order, name: 'order-part-refund', key: uuidv7(now), variables, now })
        return resultOf(product, queries, order)
      })
      product.wake.payments()
      product.wake.outbox()
      return answer
    },
  )
}

/** The Nerd's work sheet with the current order (OPS-14). */
function workSheetRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.orderWorkSheets(':id'),
    loggedCall('Mail the Nerd of an order the work sheet again', {
      params: OperationsOrderAddress,
      200: OperationsOrderWithHistory,
    }),
    async (request) => {
      const answer = await writeLogged(product, request, 'mail work sheet', async ({ queries, now }) => {
        const { id: orderId, client_id: clientId } = await findAnyOrder(queries, request.params.id)
        return resultOf(product, queries, await mailSheetAgain(queries, { clientId, orderId, now }))
      })
      product.wake.outbox()
      return answer
    },
  )
}

/** The staff member who works on an order (OPS-09). */
function takeRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.orderTake(':id'),
    loggedCall('Take what an order waits for, or give it to a colleague', {
      params: OperationsOrderAddress,
      body: OrderTake,
      200: OperationsOrderWithHistory,
    }),
    async (request) =>
      writeLogged(product, request, 'take order', async ({ queries, now }) => {
        const { id: orderId, client_id: clientId } = await findAnyOrder(queries, request.params.id)
        const by = operatorOf(request).name
        const { staff: colleague } = request.body
        const taker = colleague === undefined ? { name: by } : await colleagueNamed(queries, colleague, 'staff')
        const time = companyTime(product.settings, now)
        const order = await takeOrder(queries, { clientId, orderId, taker, by }, time)
        const staff = taker.name
        return { ...(await resultOf(product, queries, order)), logged: { staff } }
      }),
  )

  app.post(
    opsPaths.orderRelease(':id'),
    loggedCall('Give an order back to everybody', { params: OperationsOrderAddress, 200: OperationsOrderWithHistory }),
    async (request) =>
      writeLogged(product, request, 'release order', async ({ queries }) => {
        const { id: orderId, client_id: clientId } = await findAnyOrder(queries, request.params.id)
        return resultOf(product, queries, await releaseOrder(queries, { clientId, orderId }))
      }),
  )
}

/** The client of a new order; 422 at the field if unknown. */
async function clientToOrderFor(queries: Queries, clientId: string) {
  try {
    return await findClientToChange(queries, clientId)
  } catch (error) {
    if (error instanceof Refusal) throw unacceptable('There is no such client.', 'client_id')
    throw error
  }
}
