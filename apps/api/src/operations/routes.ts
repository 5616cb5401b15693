import { VersionQuery } from '@nerdify/contract/content-version.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import {
  BonusQuery,
  BonusRefusal,
  Discount,
  DiscountChange,
  DiscountUsePage,
  Message,
  MessagePage,
  MessagesQuery,
  OperationsCaller,
  WaitingBonuses,
} from '@nerdify/contract/operations.ts'
import { CursorQuery, sliceOf } from '@nerdify/contract/page-of.ts'
import { IdAddress } from '@nerdify/contract/addresses.ts'
import { maxCouponCodeLength } from '@nerdify/contract/orders.ts'
import { couponCodeFrom } from '@nerdify/domain/discounts/coupon-code.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { operationsBooksRoutes } from './books-routes.ts'
import { operationsPlanRoutes } from './plan-routes.ts'
import { operationsClientRoutes } from './client-routes.ts'
import { operationsContactRoutes } from './contact-routes.ts'
import { operationsConversationRoutes } from './conversation-routes.ts'
import { operationsFileRoutes } from './file-routes.ts'
import { operationsNerdRoutes, operationsPayoutRoutes } from './nerd-routes.ts'
import { operationsOrderRoutes } from './order-routes.ts'
import { operationsLogRoute } from './log-route.ts'
import { operatorOf } from '../http/caller.ts'
import { operationsPriceRoutes } from './price-routes.ts'
import { operationsQueueRoutes } from './queue-route.ts'
import { operationsStaffRoutes } from './staff-routes.ts'
import { operationsStreamRoute } from './stream-route.ts'
import { listMessages, readMessage, resendMessage } from '../outbox/kept-messages.ts'
import { expectVersion } from './expect-version.ts'
import { loggedCall, writeLogged } from './logged-write.ts'
import { changeCoupon, endCoupon, listCoupons, listUses, lockCoupon, readCoupon } from '../discounts/change-coupon.ts'
import { addNote, findConversation } from '../conversations/conversations.ts'
import { findClientToChange } from '../clients/change-for-operations.ts'
import { decideBonuses } from '../payments/ledger/referral-bonus.ts'
import { waitingBonuses } from '../referrals/referrals.ts'

/** Operations' calls (OPS-01, OPS-05) for staff and machines; each write is logged. */
export function operationsRoutes(app: App, product: AppContext): void {
  logReads(app, product)
  operationsStaffRoutes(app, product)
  operationsOrderRoutes(app, product)
  operationsQueueRoutes(app, product)
  operationsContactRoutes(app, product)
  operationsConversationRoutes(app, product)
  operationsFileRoutes(app, product)
  operationsClientRoutes(app, product)
  operationsReferralRoutes(app, product)
  operationsNerdRoutes(app, product)
  operationsPayoutRoutes(app, product)
  operationsPriceRoutes(app, product)
  operationsDiscountRoutes(app, product)
  operationsMessageRoutes(app, product)
  operationsLogRoute(app, product)
  operationsStreamRoute(app, product)
  operationsBooksRoutes(app, product)
  operationsPlanRoutes(app, product)
  callerRoute(app)
}

/** Logs each read in the process's log (SAFE-10): unlike a write, it is not in the log of actions. */
function logReads(app: App, product: AppContext): void {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    if (config.who !== 'operations' || request.method !== 'GET' || reply.statusCode !== 200) return
    logSecurityEvent(product, request, 'operations_read', {
      account: request.account ?? undefined,
      operator: operatorOf(request).name,
      route: url,
    })
  })
}

/** Returns the origin of the caller's own call; the doctor calls it with a forged header (SAFE-06). */
function callerRoute(app: App): void {
  app.get(
    opsPaths.caller(),
    operationsCall('Where this call came from, as the product sees it', { 200: OperationsCaller }),
    async ({ ip, headers }) => {
      const forwardedFor = headers['x-forwarded-for']
      return { ip_address: ip, forwarded_for: forwardedFor === undefined ? null : String(forwardedFor) }
    },
  )
}

/** The calls of operations about messages (OPS-05, MSG-05). */
function operationsMessageRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.messages(),
    operationsCall('A page of messages, by outcome', { querystring: MessagesQuery, 200: MessagePage }),
    async (request) => {
      const { status, page } = request.query
      return listMessages(product, { status, page: Number(page ?? '0') })
    },
  )

  app.post(
    opsPaths.messageResend(':id'),
    loggedCall('Send a message again that did not arrive', { params: IdAddress, 200: Message }),
    async (request) => {
      const { id } = request.params
      const answer = await writeLogged(product, request, 'resend message', async ({ queries, now }) => {
        await resendMessage(queries, id, now)
        return { subject: `message ${id}`, body: await readMessage(queries, product, id) }
      })
      product.wake.outbox()
      return answer
    },
  )
}

const DiscountAddress = Type.Object({ code: Type.String({ maxLength: maxCouponCodeLength }) })

/** The calls of operations about coupons (OPS-05). */
function operationsDiscountRoutes(app: App, product: AppContext): void {
  app.get(
    opsPaths.discounts(),
    operationsCall('Coupons by code, with their uses', { querystring: CursorQuery, 200: sliceOf(Discount) }),
    async ({ query: { cursor } }) => listCoupons(product.queries, { cursor, now: product.clock.now() }),
  )

  app.get(
    opsPaths.discountUses(':code'),
    operationsCall('The orders paid with a coupon, newest first', {
      params: DiscountAddress,
      querystring: CursorQuery,
      200: DiscountUsePage,
    }),
    async ({ params, query: { cursor } }) => listUses(product.queries, { typed: params.code, cursor }),
  )

  app.post(
    opsPaths.discountOff(':code'),
    loggedCall('End a coupon at once', { params: DiscountAddress, 200: Discount }),
    async (request) => {
      const typed = request.params.code
      return writeLogged(product, request, 'end discount', async ({ queries, now }) => {
        await endCoupon(queries, typed, now)
        return { subject: `discount ${couponCodeFrom(typed)}`, body: await readCoupon(queries, typed, now), logged: {} }
      })
    },
  )

  app.get(
    opsPaths.discount(':code'),
    operationsCall('One coupon', { params: DiscountAddress, 200: Discount }),
    async (request) => readCoupon(product.queries, request.params.code, product.clock.now()),
  )

  app.put(
    opsPaths.discount(':code'),
    loggedCall('Put a coupon in force', {
      params: DiscountAddress,
      querystring: VersionQuery,
      body: DiscountChange,
      200: Discount,
    }),
    async (request) => {
      const typed = request.params.code
      return writeLogged(product, request, 'change discount', async ({ queries, now }) => {
        const subject = `discount ${couponCodeFrom(typed)}`
        const inForce = await lockCoupon(queries, typed)
        const zone = product.settings.companyZone
        await expectVersion(queries, { subject, shown: request.query.version, inForce, now, zone })
        await changeCoupon(queries, { typed, body: request.body, now })
        return {
          subject,
          body: await readCoupon(queries, typed, now),
          logged: { discount: request.body },
        }
      })
    },
  )
}

/** Operations' calls about held referral bonuses (SAFE-08). */
function operationsReferralRoutes(app: App, product: AppContext): void {
  const read = async (queries = product.queries) => ({
    results: (await waitingBonuses(queries)).map(({ clientId, count, since }) => ({
      client_id: clientId,
      count,
      since: new Date(since).toISOString(),
    })),
  })

  app.get(
    opsPaths.referralBonuses(),
    operationsCall('Referral bonuses that wait for staff', { 200: WaitingBonuses }),
    async () => read(),
  )

  app.post(
    opsPaths.clientReferralBonuses(':id'),
    loggedCall('Give a client the referral bonuses that waited; answers what still waits', {
      params: IdAddress,
      querystring: BonusQuery,
      200: WaitingBonuses,
    }),
    async (request) =>
      writeLogged(product, request, 'release referral bonuses', async ({ queries, now }) => {
        const { id } = await findClientToChange(queries, request.params.id)
        const released = await decideBonuses(queries, { referrerId: id, refused: false, until: untilOf(request), now })
        return { subject: `client ${id}`, body: await read(queries), logged: { released } }
      }),
  )

  app.post(
    opsPaths.refusedReferralBonuses(':id'),
    loggedCall('Refuse a client the referral bonuses that waited; staff read the reason in the conversation', {
      params: IdAddress,
      querystring: BonusQuery,
      body: BonusRefusal,
      200: WaitingBonuses,
    }),
    async (request) =>
      writeLogged(product, request, 'refuse referral bonuses', async ({ queries, now }) => {
        const { id } = await findClientToChange(queries, request.params.id)
        const refused = await decideBonuses(queries, { referrerId: id, refused: true, until: untilOf(request), now })
        if (refused > 0) {
          const text = `Referral bonuses refused: ${refused}. ${request.body.reason}`
          await addNote(queries, await findConversation(queries, id), { text, operator: operatorOf(request).name, now })
        }
        return { subject: `client ${id}`, body: await read(queries), logged: { ...request.body, refused } }
      }),
  )
}

/** In epoch milliseconds; undefined for all held bonuses. */
const untilOf = ({ query: { until } }: { query: BonusQuery }): number | undefined =>
  until === undefined ? undefined : Date.parse(until)
