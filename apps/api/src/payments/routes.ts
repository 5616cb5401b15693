import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { TipForm } from '@nerdify/contract/tips.ts'
import { PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/authenticate.ts'
import { sendRefusal } from '../http/error-response.ts'
import { maxBodyBytes } from '../http/json-body.ts'
import { answerHead, isPrefetch } from '../http/looking-only.ts'
import { Refusal } from '../http/refusal.ts'
import { sendForwardPage } from '../http/forward-page.ts'
import { sendTroublePage } from '../http/trouble-page.ts'
import { orderOfToken } from '../orders/own-order.ts'
import { presentOrder } from '../orders/present-order.ts'
import { OrderAddress } from '../orders/routes.ts'
import { CardEventRefused, CardsUnavailable } from '../ports.ts'
import type { Product } from '../product.ts'
import { takeCardEvent } from './card-events.ts'
import { checkPayment } from './check-payment.ts'
import { openPayment } from './open-payment.ts'
import { openTip, type PostedTip } from './open-tip.ts'
import { tipFormOf } from './tip-form.ts'
import { receiptsOf } from './receipts.ts'
import { sendReceiptsPage } from './receipts-page.ts'
import { watchRefusedEvents } from './watch-refused-events.ts'

/** A form of short fields. */
const maxFormBytes = 16_384

const Query = Type.Optional(Type.String())
const LinkQuery = Type.Object({ success_url: Query, cancel_url: Query, subscription_id: Query, balance: Query })

/** The payment link, the question whether an order is paid, and the provider's events (PAY-01, PAY-03). */
export function paymentRoutes(app: App, product: Product): void {
  // Opening it holds a balance and a coupon, or pays from the balance: nothing but a person's visit does that (PAY-13).
  answerHead(app, webPaths.payOrder(':token'))
  app.get(
    webPaths.payOrder(':token'),
    {
      config: { who: 'anyone' },
      exposeHeadRoute: false,
      schema: { hide: true, params: Type.Object({ token: Type.String() }), querystring: LinkQuery },
    },
    async (request, reply) => {
      if (isPrefetch(request.headers)) return reply.code(503).header('cache-control', 'no-store').send()
      const { success_url: successUrl, cancel_url: cancelUrl, subscription_id: subscriptionId, balance } = request.query
      try {
        const address = await openPayment(product, {
          token: request.params.token,
          successUrl,
          cancelUrl,
          subscriptionId,
          balance,
          ipAddress: request.ip,
        })
        if (address === undefined) return sendTroublePage(reply, 'unknown-payment-link')
        return reply.header('cache-control', 'no-store').redirect(address, 303)
      } catch (error) {
        if (error instanceof CardsUnavailable) request.log.warn({ err: error }, 'card provider unavailable')
        else request.log.error({ err: error }, 'payment link failed')
        return sendTroublePage(reply, 'card-provider-unavailable')
      }
    },
  )

  app.get(
    webPaths.receipts(':token'),
    {
      config: { who: 'anyone' },
      schema: { hide: true, params: Type.Object({ token: Type.String() }) },
    },
    async (request, reply) => {
      const order = await orderOfToken(product.queries, request.params.token)
      if (order === undefined) return sendTroublePage(reply, 'unknown-payment-link')
      return sendReceiptsPage(
        reply,
        { order, publicUrl: product.settings.publicUrl },
        await receiptsOf(product.queries, order),
      )
    },
  )

  app.post(
    apiPaths.paymentCheck(':id'),
    {
      config: { who: 'client' },
      schema: {
        summary: 'Whether an order is paid, asking the card provider if need be',
        params: OrderAddress,
        response: { 200: PaymentCheckAnswer, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { status, order } = await checkPayment(product, clientOf(request).clientId, request.params.id)
      const { gatewayUrl } = product.settings
      return { status, order: presentOrder(order, { now: product.clock.now(), gatewayUrl }) }
    },
  )

  app.get(
    apiPaths.tipForm(':id'),
    {
      config: { who: 'client' },
      schema: {
        summary: 'The form that tips an order',
        params: OrderAddress,
        response: { 200: TipForm, '4xx': ErrorBody },
      },
    },
    (request) => tipFormOf(product, clientOf(request).clientId, request.params.id),
  )

  // The only HTML form that is posted here (PAY-09).
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post(webPaths.payTip(), { config: { who: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      try {
        const address = await openTip(product, (request.body ?? {}) as PostedTip)
        if (address === undefined) return sendTroublePage(reply, 'tip-refused')
        return sendForwardPage(reply, address)
      } catch (error) {
        if (error instanceof CardsUnavailable) request.log.warn({ err: error }, 'card provider unavailable')
        else request.log.error({ err: error }, 'tip failed')
        return sendTroublePage(reply, 'card-provider-unavailable')
      }
    })
  })

  // The signature is over the bytes as they came, so the body of this one route is not parsed.
  app.register(async (events) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    events.post(
      apiPaths.cardEvents(),
      { config: { who: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        try {
          await takeCardEvent(
            product,
            String(request.body ?? ''),
            typeof signature === 'string' ? signature : undefined,
          )
          return { received: true }
        } catch (error) {
          if (!(error instanceof CardEventRefused)) throw error
          request.log.warn({ reason: error.message }, 'card event refused')
          await watchRefusedEvents(product, error)
          return sendRefusal(reply, new Refusal(400, 'This event is not accepted.', { type: 'event_refused' }))
        }
      },
    )
  })
}
