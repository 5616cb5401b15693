import { IdAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { TipForm } from '@nerdify/contract/tips.ts'
import { PaymentCheckAnswer, PaymentReturn, PaymentReturnAnswer } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { calendarFile } from '@nerdify/domain/dates/calendar-file.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { orderNumberText } from '@nerdify/domain/orders/order-texts.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { isUuid } from '../database/uuid.ts'
import { clientCall, openCall } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { answerHead, isPrefetch } from '../http/requests/head-and-prefetch.ts'
import { sendTroublePage } from '../http/answers/trouble-page.ts'
import { notFound } from '../http/refusal.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import { amountDueOf, factsOf, nameOf } from '../orders/list/order-facts-of.ts'
import { orderOfPaymentToken } from '../orders/list/own-order.ts'
import { presentWithFiles } from '../orders/list/present-order.ts'
import { CardsUnavailable } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { checkPayment } from './page/check-payment.ts'
import { isReturnSignature } from './page/card-pages.ts'
import { openPayment } from './page/open-payment.ts'
import { openTip, type PostedTip } from './tip/open-tip.ts'
import { tipFormOf } from './tip/tip-form.ts'
import { lastPayment, orderOfReceipts, presentPayment, receiptsOf } from './receipt/receipts.ts'
import { sendPressPage } from './page/press-page.ts'
import { sendReceiptsPage } from './receipt/receipts-page.ts'
import { escapeHtml } from '../http/answers/escape-html.ts'
import { sendPlainPage } from '../http/answers/plain-page.ts'

/** A form of short fields. */
const maxFormBytes = 16_384

const Query = Type.Optional(Type.String())
const LinkQuery = Type.Object({ success_url: Query, cancel_url: Query, subscription_id: Query, balance: Query })
const LinkToken = Type.Object({ token: Type.String() })

/** The payment link, receipts, payment checks and tips (PAY-01, PAY-03). */
export function paymentRoutes(app: App, product: AppContext): void {
  const { gatewayUrl, publicUrl } = product.settings
  // Opening the link may hold a balance and a coupon, so only a person's visit does (PAY-13).
  answerHead(app, webPaths.payOrder(':token'))
  app.get(
    webPaths.payOrder(':token'),
    {
      config: { who: 'anyone' },
      exposeHeadRoute: false,
      schema: { hide: true, params: LinkToken, querystring: LinkQuery },
    },
    async (request, reply) => {
      // The web app links to its own site; payments may have their own host (SAFE-01).
      if (gatewayUrl !== publicUrl && request.host === new URL(publicUrl).host) {
        return reply.redirect(gatewayUrl + request.url, 303)
      }
      if (isPrefetch(request.headers)) return reply.code(503).header('cache-control', 'no-store').send()
      return openLink(product, { request, reply, pressed: false })
    },
  )

  app.post(
    apiPaths.paymentCheck(':id'),
    clientCall('Whether an order is paid, asking the card provider if need be', {
      params: IdAddress,
      200: PaymentCheckAnswer,
    }),
    async (request) => {
      const { status, order } = await checkPayment(product, clientOf(request).clientId, request.params.id)
      const payment = status === 'paid' ? await lastPayment(product.queries, order) : undefined
      return {
        status,
        order: await presentWithFiles({ ...product, now: product.clock.now() }, order),
        payment: payment === undefined ? null : presentPayment(payment),
      }
    },
  )

  app.post(
    apiPaths.paymentReturn(),
    openCall('Whether a payment arrived, for a person who returns from the card page', {
      body: PaymentReturn,
      200: PaymentReturnAnswer,
    }),
    async (request) => {
      const { order_id: orderId, token } = request.body
      if (!isUuid(orderId) || !isReturnSignature(product, orderId, token)) throw notFound()
      const { client_id: clientId } = await findAnyOrder(product.queries, orderId)
      const { status, order } = await checkPayment(product, clientId, orderId)
      if (!orderIs.partiallyPaid(factsOf(order))) return { status }
      return { status, due: dollarsFromCents(amountDueOf(order, product.clock.now()).cents) }
    },
  )

  app.get(
    apiPaths.tipForm(':id'),
    clientCall('The form that tips an order', { params: IdAddress, 200: TipForm }),
    (request) => tipFormOf(product, clientOf(request).clientId, request.params.id),
  )

  receiptRoutes(app, product)
  formRoutes(app, product)
}

/** The public parts of a paid order's own address: its receipts and its deadline. */
function receiptRoutes(app: App, product: AppContext): void {
  app.get(
    webPaths.receipts(':token'),
    { config: { who: 'anyone' }, schema: { hide: true, params: LinkToken } },
    async (request, reply) => {
      const order = await orderOfReceipts(product, request.params.token)
      if (order === undefined) return sendTroublePage(reply, 'unknown-receipt-link')
      return sendReceiptsPage(reply, { order, settings: product.settings }, await receiptsOf(product.queries, order))
    },
  )

  app.get(
    webPaths.deadlineFile(':token'),
    { config: { who: 'anyone' }, schema: { hide: true, params: LinkToken } },
    async (request, reply) => {
      const order = await orderOfReceipts(product, request.params.token)
      if (order === undefined || order.deadline === null) return sendTroublePage(reply, 'unknown-calendar-link')
      const { id, number, deadline } = order
      // Inline: an iPhone offers it to its calendar, and only saves an attachment. Other browsers save either.
      return reply
        .header('content-disposition', `inline; filename="nerdify-${number}.ics"`)
        .header('cache-control', 'no-store')
        .type('text/calendar; charset=utf-8')
        .send(
          calendarFile({
            uid: `${id}@nerdify`,
            title: `Nerdify: ${nameOf(order) ?? orderNumberText(number)}`,
            deadline,
            url: product.settings.publicUrl + webPaths.orders(),
            now: product.clock.now(),
          }),
        )
    },
  )

  // Mails from before SAFE-12 link receipts by the payment token: it shows no receipts, and redirects the owner to them.
  app.get(
    webPaths.receiptsByPaymentToken(':token'),
    { config: { who: 'anyone' }, schema: { hide: true, params: LinkToken } },
    async (request, reply) => {
      const order = await orderOfPaymentToken(product.queries, request.params.token)
      if (order === undefined) return sendTroublePage(reply, 'unknown-receipt-link')
      return reply.header('cache-control', 'no-store').redirect(webPaths.orderReceipt(order.id), 303)
    },
  )
}

/** HTML forms: payment without a card (SAFE-12), and the tip (PAY-09). */
function formRoutes(app: App, product: AppContext): void {
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    ;(forms as App).post(
      webPaths.payOrder(':token'),
      { config: { who: 'anyone' }, schema: { hide: true, params: LinkToken, querystring: LinkQuery } },
      (request, reply) => openLink(product, { request, reply, pressed: true }),
    )
    forms.post(webPaths.payTip(), { config: { who: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      try {
        const address = await openTip(product, (request.body ?? {}) as PostedTip)
        if (address === undefined) return sendTroublePage(reply, 'tip-refused')
        return sendForwardPage(reply, address)
      } catch (error) {
        return sendCardTrouble(reply, error, 'tip failed')
      }
    })
  })
}

function sendCardTrouble(reply: FastifyReply, error: unknown, failed: string): FastifyReply {
  if (error instanceof CardsUnavailable) reply.log.warn({ err: error }, 'card provider unavailable')
  else reply.log.error({ err: error }, failed)
  return sendTroublePage(reply, 'card-provider-unavailable')
}

interface LinkVisit {
  request: FastifyRequest<{ Params: Static<typeof LinkToken>; Querystring: Static<typeof LinkQuery> }>
  reply: FastifyReply
  pressed: boolean
}

/** Handles a visit of a payment link, or a press of its page's button. */
async function openLink(product: AppContext, { request, reply, pressed }: LinkVisit): Promise<FastifyReply> {
  const { token } = request.params
  const { success_url: successUrl, cancel_url: cancelUrl, subscription_id: subscriptionId, balance } = request.query
  try {
    const link = { token, successUrl, cancelUrl, subscriptionId, balance, pressed, ipAddress: request.ip }
    const way = await openPayment(product, link)
    if (way === undefined) return sendTroublePage(reply, 'unknown-payment-link')
    if ('blocked' in way) return sendTroublePage(reply, 'account-blocked')
    reply.header('cache-control', 'no-store')
    if ('press' in way) return sendPressPage(reply, { token, query: request.query, ...way.press })
    // A form is not redirected to another site (decision 0020).
    return pressed && !way.to.startsWith('/') ? sendForwardPage(reply, way.to) : reply.redirect(way.to, 303)
  } catch (error) {
    return sendCardTrouble(reply, error, 'payment link failed')
  }
}

/**
 * Forwards a person who posted a form to a page of the card provider. A redirect would not work: browsers apply the
 * form-action of the page, which names this site alone, to redirects too.
 */
function sendForwardPage(reply: FastifyReply, address: string): FastifyReply {
  const target = escapeHtml(address)
  return sendPlainPage(reply, {
    title: 'Taking you to the secure payment page',
    head: `<meta http-equiv="refresh" content="0;url=${target}">\n`,
    main: `<p><a href="${target}">Continue</a> if it doesn’t open by itself. Or go <a href="${webPaths.orders()}">back to my tasks</a>.</p>`,
  })
}
