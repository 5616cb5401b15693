import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type Stripe from 'stripe'
import {
  type CardDispute,
  type CardEvent,
  CardEventOfOtherMode,
  CardEventRefused,
  type CardMovement,
  type CardRefund,
  type Cards,
  type CardSession,
} from '../ports.ts'
import type { Settings } from '../settings.ts'
import { cardEventTypes } from '../card-events/card-event-types.ts'
import { isLiveStripeKey } from '../unsafe-settings.ts'
import { ask, askOrBeRefused, isMissing } from './ask-stripe.ts'
import { stripePlans } from './cards-stripe-plans.ts'
import { stripeSdk } from './stripe-sdk.ts'

/** A mute provider is given up after 15 s in all, as somebody waits: two tries and the pause between them (HOLD-11). */
const timeLimitMs = 6_500
const mostRetries = 1
const pageSize = 100
/** An event dated further ahead than this is refused; the SDK looks only at old ones. In seconds. */
const mostSecondsAhead = 300

/**
 * The card provider through its own SDK, against its servers or, with `apiBase`, against another origin that speaks the
 * same protocol. Pages are hosted: card data never comes here (PAY-02).
 */
export function stripeCards(settings: Settings['stripe']): Cards {
  const stripe = stripeClient(settings)
  const livemode = isLiveStripeKey(settings.secretKey)

  return {
    ...stripePlans(stripe),

    async createCustomer({ clientId }) {
      // Without a key of ours, which would keep an error for a day; one too many is empty and harms nobody.
      const customer = await ask('customer', () => stripe().customers.create({ metadata: { client_id: clientId } }))
      return customer.id
    },

    async tellCustomerEmail(customerId, email) {
      await ask('customer', () => stripe().customers.update(customerId, { email }))
    },

    async forgetCustomer(customerId) {
      try {
        let isMore = true
        while (isMore) {
          const saved = { customer: customerId, type: 'card', limit: 100 } as const
          const { data, has_more } = await ask('list', () => stripe().paymentMethods.list(saved))
          for (const { id } of data) await ask('payment_method', () => stripe().paymentMethods.detach(id))
          isMore = has_more
        }
        await ask('customer', () => stripe().customers.update(customerId, { email: '', name: '', phone: '' }))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async createSession(attempt) {
      const metadata = { attempt_id: attempt.attemptId, order_id: attempt.orderId, kind: attempt.kind }
      const session = await askOrBeRefused('checkout.session', () =>
        stripe().checkout.sessions.create(
          {
            mode: 'payment',
            ui_mode: 'hosted_page',
            allowed_payment_method_types: ['card'],
            customer: attempt.customerId,
            client_reference_id: attempt.attemptId,
            metadata,
            payment_intent_data: { metadata },
            // A card that was saved with a plan shows only where it is asked for.
            ...(attempt.offersSavedCards
              ? { saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] } }
              : {}),
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
      try {
        return readSession(
          await ask('checkout.session', () =>
            stripe().checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
          ),
        )
      } catch (error) {
        if (isMissing(error)) return goneSession(id)
        throw error
      }
    },

    async expireSession(id) {
      try {
        await ask('checkout.session', () => stripe().checkout.sessions.expire(id))
      } catch (error) {
        // Too late to expire it: what became of it is read below.
        if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error
      }
      return this.session(id)
    },

    async refund({ refundId, paymentIntentId, cents, anew }): Promise<CardRefund> {
      const refund = await askOrBeRefused('refund', () =>
        stripe().refunds.create(
          { payment_intent: paymentIntentId, amount: cents, metadata: { refund_id: refundId } },
          anew ? {} : { idempotencyKey: `refund:${refundId}` },
        ),
      )
      return readRefund(refund)
    },

    async refundMade({ refundId, paymentIntentId }) {
      for await (const refund of stripe().refunds.list({ payment_intent: paymentIntentId, limit: pageSize })) {
        if (refund.metadata?.refund_id === refundId) return readRefund(refund)
      }
      return undefined
    },

    async refundOf(id) {
      return readRefund(
        await askOrBeRefused('refund', () => stripe().refunds.retrieve(id, { expand: ['payment_intent'] })),
      )
    },

    async disputeOf(id): Promise<CardDispute> {
      return readDispute(await ask('dispute', () => stripe().disputes.retrieve(id, { expand: ['payment_intent'] })))
    },

    async *disputesSince(since) {
      const created = { gte: Math.floor(since / 1000) }
      const all = stripe().disputes.list({ created, limit: pageSize, expand: ['data.payment_intent'] })
      for await (const dispute of all) yield readDispute(dispute)
    },

    async *eventsSince(since) {
      const created = { gte: Math.floor(since / 1000) }
      for await (const event of stripe().events.list({ created, types: [...cardEventTypes], limit: pageSize })) {
        if (event.livemode === livemode) yield cardEvent(event)
      }
    },

    async *takenSince(since) {
      const created = { gte: Math.floor(since / 1000) }
      for await (const payment of stripe().paymentIntents.list({ created, limit: pageSize })) {
        if (payment.status === 'succeeded') yield paymentTaken(payment)
      }
      for await (const refund of stripe().refunds.list({ created, limit: pageSize })) {
        if (refund.status === 'succeeded') yield refundTaken(refund)
      }
    },

    async taken({ kind, id }) {
      try {
        if (kind === 'payment') {
          const payment = await ask('payment_intent', () => stripe().paymentIntents.retrieve(id))
          return payment.status === 'succeeded' ? paymentTaken(payment) : undefined
        }
        const refund = await ask('refund', () => stripe().refunds.retrieve(id))
        return refund.status === 'succeeded' ? refundTaken(refund) : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    readEvent(rawBody, signature) {
      const event = verified(stripe(), rawBody, signature, settings.webhookSecret)
      if (event.livemode !== livemode) throw new CardEventOfOtherMode('the event is of the other mode')
      return cardEvent(event)
    },
  }
}

const paymentTaken = (payment: Stripe.PaymentIntent): CardMovement => ({
  kind: 'payment',
  id: payment.id,
  cents: payment.amount_received,
  at: payment.created * 1000,
  ours: payment.metadata.attempt_id !== undefined,
})

const refundTaken = (refund: Stripe.Refund): CardMovement => ({
  kind: 'refund',
  id: refund.id,
  cents: refund.amount,
  at: refund.created * 1000,
  ours: refund.metadata?.refund_id !== undefined,
})

/** The SDK for these settings, made when it is first used. */
export function stripeClient(settings: Settings['stripe']): () => Stripe {
  let client: Stripe | undefined
  return () => {
    client ??= new (stripeSdk())(settings.secretKey, {
      ...(settings.apiBase === undefined ? {} : addressOf(settings.apiBase)),
      maxNetworkRetries: mostRetries,
      timeout: timeLimitMs,
      telemetry: false,
    })
    return client
  }
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const url = new URL(apiBase)
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  return { host: url.hostname, port: Number(url.port || (protocol === 'https' ? 443 : 80)), protocol }
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
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
  }
}

/** A page that the provider has no more. */
const goneSession = (id: string): CardSession => ({
  id,
  status: 'expired',
  paid: false,
  url: null,
  attemptId: null,
  amountCents: 0,
  currency: '',
  paymentIntentId: null,
  receivedCents: 0,
  cardLast4: null,
  cardFingerprint: null,
})

function cardEvent(event: Stripe.Event): CardEvent {
  const object = event.data.object as { id?: string }
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? '',
    livemode: event.livemode,
    createdAt: event.created * 1000,
  }
}

function readDispute(dispute: Stripe.Dispute): CardDispute {
  const payment = dispute.payment_intent
  return {
    id: dispute.id,
    paymentIntentId: (typeof payment === 'string' ? payment : payment?.id) ?? '',
    attemptId: (typeof payment === 'string' ? undefined : payment?.metadata.attempt_id) ?? null,
    cents: dispute.amount,
    status: disputeStatus(dispute),
  }
}

/** One that says nothing that we know is open: it is frozen until somebody has looked. */
const disputeStatuses: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
}

/** One that was prevented is over, and its movements tell for whom: some programs give the money to the card's holder. */
function disputeStatus({ status, balance_transactions: movements }: Stripe.Dispute): DisputeStatus {
  if (status !== 'prevented') return disputeStatuses[status] ?? 'open'
  return movements.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
}

function readRefund(refund: Stripe.Refund): CardRefund {
  const { payment_intent: payment, status, metadata } = refund
  return {
    id: refund.id,
    refundId: metadata?.refund_id ?? null,
    paymentIntentId: (typeof payment === 'string' ? payment : payment?.id) ?? '',
    attemptId: (typeof payment === 'string' ? undefined : payment?.metadata.attempt_id) ?? null,
    cents: refund.amount,
    status:
      status === 'succeeded'
        ? 'succeeded'
        : status === 'pending' || status === 'requires_action'
          ? 'pending'
          : 'failed',
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
