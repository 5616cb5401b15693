import Stripe from 'stripe'
import { type CardRefund, type Cards, type CardSession, CardEventRefused, CardsUnavailable } from '../ports.ts'
import type { Settings } from '../settings.ts'

const timeLimitMs = 20_000
const mostRetries = 2
/** An event dated further ahead than this is refused; the SDK looks only at old ones. In seconds. */
const mostSecondsAhead = 300

/**
 * The card provider through its own SDK, against its servers or, with `apiBase`, against another origin that speaks the
 * same protocol. Pages are hosted: card data never comes here (PAY-02).
 */
export function stripeCards(settings: Settings['stripe']): Cards {
  const stripe = new Stripe(settings.secretKey, {
    ...(settings.apiBase === undefined ? {} : addressOf(settings.apiBase)),
    maxNetworkRetries: mostRetries,
    timeout: timeLimitMs,
    telemetry: false,
  })
  const livemode = settings.secretKey.startsWith('sk_live_')

  return {
    async createCustomer({ clientId, email }) {
      const customer = await ask('customer', () =>
        stripe.customers.create(
          { metadata: { client_id: clientId }, ...(email === null ? {} : { email }) },
          { idempotencyKey: `customer:${clientId}` },
        ),
      )
      return customer.id
    },

    async createSession(attempt) {
      const metadata = { attempt_id: attempt.attemptId, order_id: attempt.orderId, kind: 'order' }
      const session = await ask('checkout.session', () =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            ui_mode: 'hosted_page',
            allowed_payment_method_types: ['card'],
            customer: attempt.customerId,
            client_reference_id: attempt.attemptId,
            metadata,
            payment_intent_data: { metadata },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: 'usd',
                  unit_amount: attempt.cents,
                  product_data: { name: attempt.description },
                },
              },
            ],
            expires_at: Math.floor(attempt.expiresAt / 1000),
            success_url: attempt.successUrl,
            cancel_url: attempt.cancelUrl,
            expand: ['payment_intent.latest_charge'],
          },
          { idempotencyKey: `attempt:${attempt.attemptId}` },
        ),
      )
      return readSession(session)
    },

    async session(id) {
      return readSession(
        await ask('checkout.session', () =>
          stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
        ),
      )
    },

    async expireSession(id) {
      try {
        await ask('checkout.session', () => stripe.checkout.sessions.expire(id))
      } catch (error) {
        // Too late to expire it: what became of it is read below.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
      return this.session(id)
    },

    async refund({ refundId, paymentIntentId, cents }): Promise<CardRefund> {
      const refund = await ask('refund', () =>
        stripe.refunds.create(
          { payment_intent: paymentIntentId, amount: cents, metadata: { refund_id: refundId } },
          { idempotencyKey: `refund:${refundId}` },
        ),
      )
      return {
        id: refund.id,
        paymentIntentId,
        cents: refund.amount,
        status: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'pending' ? 'pending' : 'failed',
      }
    },

    readEvent(rawBody, signature) {
      const event = verified(stripe, rawBody, signature, settings.webhookSecret)
      if (event.livemode !== livemode) throw new CardEventRefused('the event is of the other mode')
      const object = event.data.object as { id?: string }
      return {
        id: event.id,
        type: event.type,
        objectId: object.id ?? '',
        livemode: event.livemode,
        createdAt: event.created * 1000,
      }
    },
  }
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const url = new URL(apiBase)
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  return { host: url.hostname, port: Number(url.port || (protocol === 'https' ? 443 : 80)), protocol }
}

/**
 * Asks the provider; what only a later try can mend becomes {@link CardsUnavailable}. The SDK takes any JSON for an
 * answer, so the kind of object is checked.
 */
async function ask<Answer extends { object: string }>(kind: string, call: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer
  try {
    answer = await call()
  } catch (error) {
    const passing =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    if (passing) throw new CardsUnavailable(`the card provider did not answer: ${error.message}`)
    throw error
  }
  if (answer?.object !== kind) throw new CardsUnavailable(`the card provider answered with no ${kind}`)
  return answer
}

function readSession(session: Stripe.Checkout.Session): CardSession {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
  return {
    id: session.id,
    status: sessionStatus(session.status),
    paid: session.payment_status === 'paid',
    url: session.url,
    attemptId: session.client_reference_id,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentIntentId: intent?.id ?? null,
    receivedCents: intent?.amount_received ?? 0,
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
  }
}

function verified(stripe: Stripe, rawBody: string, signature: string | undefined, secret: string): Stripe.Event {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret)
  } catch (error) {
    throw new CardEventRefused((error as Error).message)
  }
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
  if (signedAt > Date.now() / 1000 + mostSecondsAhead) throw new CardEventRefused('the event is dated in the future')
  return event
}

function sessionStatus(status: Stripe.Checkout.Session.Status | null): CardSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}
