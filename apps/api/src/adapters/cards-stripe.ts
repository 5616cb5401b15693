import type Stripe from 'stripe'
import {
  type CardAccount,
  type CardEvent,
  CardEventOfOtherMode,
  CardEventRefused,
  type Cards,
  type CardSession,
} from '../ports.ts'
import type { Settings } from '../settings.ts'
import { cardEventTypes } from '../card-events/card-event-types.ts'
import { isLiveStripeKey } from '../unsafe-settings.ts'
import { ask, askForList, askOrBeRefused, isMissing, ourKey, stripeSdk } from './ask-stripe.ts'
import { stripeMoney } from './cards-stripe-money.ts'
import { stripePlans } from './cards-stripe-plans.ts'
import {
  expanded,
  expirePage,
  type HostedPage,
  inDollars,
  listParams,
  listParamsSince,
  currentPage,
  statusOf,
} from './stripe-objects.ts'

/** Milliseconds for one try: two tries and the pause between them end within 15 s, since a client waits (HOLD-11). */
const timeLimitMs = 6_500
const mostRetries = 1
/** The furthest accepted future date of an event, in seconds; the SDK checks only for old ones. */
const mostSecondsAhead = 300

/**
 * The card provider through its own SDK; `apiBase` replaces its servers by another origin with the same protocol. Pages
 * are hosted: card data never reaches our servers (PAY-02).
 */
export function stripeCards(settings: Settings['stripe']): Cards {
  const stripe = stripeClient(settings)
  const livemode = isLiveStripeKey(settings.secretKey)

  return {
    account: () => readAccount(stripe()),
    ...customers(stripe),
    ...payPages(stripe),
    ...stripeMoney(stripe),
    ...stripePlans(stripe),

    async *eventsSince(since) {
      const all = stripe().events.list({ ...listParamsSince(since), types: [...cardEventTypes] })
      for await (const event of askForList(all)) {
        if (event.livemode === livemode) yield cardEvent(event)
      }
    },

    readEvent(rawBody, signature) {
      const event = verified(stripe(), rawBody, signature, settings.webhookSecret)
      if (event.livemode !== livemode) throw new CardEventOfOtherMode('the event is of the other mode')
      return cardEvent(event)
    },
  }
}

function customers(stripe: () => Stripe): Pick<Cards, 'createCustomer' | 'updateCustomerEmail' | 'forgetCustomer'> {
  return {
    async createCustomer({ clientId }) {
      // No idempotency key: the provider would repeat an error for a day, and a surplus customer is empty and harmless.
      const customer = await ask('customer', () => stripe().customers.create({ metadata: { client_id: clientId } }))
      return customer.id
    },

    async updateCustomerEmail(customerId, email) {
      await ask('customer', () => stripe().customers.update(customerId, { email }))
    },

    async forgetCustomer(customerId) {
      try {
        let isMore = true
        while (isMore) {
          const filter = { ...listParams, customer: customerId, type: 'card' } as const
          const { data, has_more } = await ask('list', () => stripe().paymentMethods.list(filter))
          for (const { id } of data) await ask('payment_method', () => stripe().paymentMethods.detach(id))
          isMore = has_more
        }
        await ask('customer', () => stripe().customers.update(customerId, { email: '', name: '', phone: '' }))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }
}

async function readAccount(stripe: Stripe): Promise<CardAccount | undefined> {
  try {
    const { charges_enabled: takesPayments } = await ask('account', () => stripe.accounts.retrieveCurrent())
    const { data } = await ask('list', () => stripe.webhookEndpoints.list(listParams))
    const webhooks = data.map(({ url, status, enabled_events: types }) => ({ url, isOn: status === 'enabled', types }))
    return { takesPayments, webhooks }
  } catch (error) {
    // A restricted key.
    if (error instanceof stripeSdk().errors.StripePermissionError) return undefined
    throw error
  }
}

/** Each read of a page expands its charge, which has the card. */
const chargeOfPage = 'payment_intent.latest_charge'

function payPages(stripe: () => Stripe): Pick<Cards, 'createSession' | 'session' | 'expireSession'> {
  return {
    async createSession(attempt) {
      const metadata = { attempt_id: attempt.attemptId, order_id: attempt.orderId, kind: attempt.kind }
      const session = await askOrBeRefused('checkout.session', () =>
        stripe().checkout.sessions.create(
          {
            mode: 'payment',
            ui_mode: 'hosted_page',
            allowed_payment_method_types: ['card'],
            ...inDollars,
            customer: attempt.customerId,
            client_reference_id: attempt.attemptId,
            metadata,
            payment_intent_data: { metadata },
            // The page shows a card saved with a plan only if this asks for it.
            ...(attempt.offersSavedCards && {
              saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
            }),
            line_items: attempt.lines.map(({ text, cents, about }) => ({
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: cents,
                product_data: { name: text, ...(about !== undefined && { description: about }) },
              },
            })),
            expires_at: Math.floor(attempt.expiresAt / 1000),
            success_url: attempt.successUrl,
            cancel_url: attempt.cancelUrl,
            expand: [chargeOfPage],
          },
          { idempotencyKey: `attempt:${attempt.attemptId}` },
        ),
      )
      return readSession(session)
    },

    session: async (id) => readSession(await currentPage(stripe(), id, chargeOfPage)),
    expireSession: async (id) => readSession(await expirePage(stripe(), id, chargeOfPage)),
  }
}

/** The SDK for these settings, created at first use. */
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

function readSession(session: HostedPage): CardSession {
  const intent = expanded(session.payment_intent)
  const card = expanded(intent?.latest_charge)?.payment_method_details?.card
  return {
    id: session.id,
    status: statusOf(session),
    paid: session.payment_status === 'paid',
    url: session.url ?? null,
    attemptId: ourKey(session.client_reference_id),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentIntentId: intent?.id ?? null,
    receivedCents: intent?.amount_received ?? 0,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardFingerprint: card?.fingerprint ?? null,
  }
}

/** Checks the form even of a signed event: one without an id cannot be stored, and would be resent for days. */
function cardEvent(event: Stripe.Event): CardEvent {
  const { id, type, created, data } = event
  const objectId = (data?.object as { id?: unknown } | null | undefined)?.id ?? ''
  const isEvent = [id, type].every(isKey) && Number.isSafeInteger(created) && typeof objectId === 'string'
  if (!isEvent) throw new CardEventRefused('the event has not the form of one')
  return { id, type, objectId, createdAt: created * 1000 }
}

const isKey = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0')

function verified(stripe: Stripe, rawBody: string, signature: string | undefined, secret: string): Stripe.Event {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret)
  } catch (error) {
    throw new CardEventRefused((error as Error).message)
  }
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
  if (typeof event !== 'object' || event === null) throw new CardEventRefused('the event is no object')
  if (signedAt > Date.now() / 1000 + mostSecondsAhead) throw new CardEventRefused('the event is dated in the future')
  return event
}
