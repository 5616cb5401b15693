import { type Static, type TObject, Type } from 'typebox'
import { invalidParameter, refusedByState } from '../api/api-error.ts'
import { cardCall } from '../api/card-call.ts'
import { changedMetadata, currency, group, metadata, moment, optional, text, unitAmount } from '../api/schemas.ts'
import { type CheckoutLine, newCheckoutSession } from '../objects/checkout-session.ts'
import { newPrice } from '../objects/price.ts'
import { expireCheckout } from '../payments/checkout.ts'
import type { CardProvider } from '../provider.ts'

/** The provider's limits: cents, seconds, lines, days. */
const smallestTotal = 50
const shortestLife = 30 * 60
const longestLife = 24 * 3600
const lineLimit = 100
const longestTrial = 730

/** May contain `{CHECKOUT_SESSION_ID}`. */
const webAddress = Type.String({ pattern: '^https?://[^/\\s]+' })

const lineItem = group({
  /** The product sells single items only. */
  quantity: Type.Integer({ minimum: 1, maximum: 1 }),
  ...optional({
    price: text(),
    price_data: group({
      currency,
      product_data: group({ name: text(), ...optional({ description: text() }) }),
      unit_amount: unitAmount,
    }),
  }),
})

const takes = {
  mode: Type.Enum(['payment', 'setup', 'subscription']),
  success_url: webAddress,
  ...optional({
    adaptive_pricing: group({ enabled: Type.Boolean() }),
    allowed_payment_method_types: Type.Array(Type.Enum(['card'])),
    cancel_url: webAddress,
    client_reference_id: text(200),
    currency,
    customer: text(),
    expires_at: moment,
    line_items: Type.Array(lineItem, { maxItems: lineLimit }),
    metadata,
    payment_intent_data: group(optional({ metadata })),
    payment_method_collection: Type.Enum(['always']),
    saved_payment_method_options: group({
      allow_redisplay_filters: Type.Array(Type.Enum(['always', 'limited', 'unspecified'])),
    }),
    setup_intent_data: group(optional({ metadata })),
    subscription_data: group(
      optional({ metadata, trial_period_days: Type.Integer({ minimum: 1, maximum: longestTrial }) }),
    ),
    ui_mode: Type.Enum(['hosted_page']),
  }),
}
type Values = Static<TObject<typeof takes>>

/** A line with an existing price, or with a new one. */
function lineOf(provider: CardProvider, items: Static<typeof lineItem>, place: string): CheckoutLine {
  const { price: id, price_data: data } = items
  if ((id === undefined) === (data === undefined)) {
    const message = `You must specify either \`price\` or \`price_data\` for ${place}.`
    throw invalidParameter(message, place, 'parameter_missing')
  }
  if (data === undefined) {
    const { wire: price, hidden } = provider.prices.entry(id ?? '', `${place}[price]`)
    return { price, name: hidden.name, about: null }
  }
  const { currency: unit, unit_amount, product_data: product } = data
  const once = { active: false, currency: unit, isMonthly: false, lookup_key: null, metadata: {}, unit_amount }
  const price = newPrice(once, provider.clock.seconds())
  return { price, name: product.name, about: product.description ?? null }
}

/** The lines, of the kind that the mode sells. */
function linesOf(provider: CardProvider, { line_items: items = [], mode }: Values): CheckoutLine[] {
  if (items.length === 0) {
    throw invalidParameter('Missing required param: line_items.', 'line_items', 'parameter_missing')
  }
  const lines = items.map((line, index) => lineOf(provider, line, `line_items[${index}]`))
  const monthlyLines = lines.filter(({ price }) => price.recurring !== null).length
  if (mode === 'payment' && monthlyLines > 0) {
    throw invalidParameter('You specified `payment` mode but passed a recurring price.', 'mode')
  }
  if (mode === 'subscription' && (monthlyLines !== 1 || lines.length !== 1)) {
    throw invalidParameter('The sandbox knows subscriptions of one recurring price.', 'line_items')
  }
  return lines
}

function totalOf(values: Values, lines: readonly CheckoutLine[]): number {
  if (values.subscription_data?.trial_period_days !== undefined) return 0
  const total = lines.reduce((sum, { price }) => sum + price.unit_amount, 0)
  if (total < smallestTotal) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd"
    throw invalidParameter(message, 'line_items', 'amount_too_small')
  }
  return total
}

/** Parameters that only some modes take. */
const modesOf: Partial<Record<keyof Values, readonly Values['mode'][]>> = {
  adaptive_pricing: ['payment', 'subscription'],
  line_items: ['payment', 'subscription'],
  payment_intent_data: ['payment'],
  payment_method_collection: ['subscription'],
  saved_payment_method_options: ['payment', 'subscription'],
  setup_intent_data: ['setup'],
  subscription_data: ['subscription'],
}

function checkMode(values: Values): void {
  for (const [name, modes] of Object.entries(modesOf)) {
    if (values[name as keyof Values] === undefined || modes.includes(values.mode)) continue
    throw invalidParameter(`You can not pass \`${name}\` in \`${values.mode}\` mode.`, name)
  }
  if (values.mode === 'setup' && values.currency === undefined) {
    throw invalidParameter('Missing required param: currency.', 'currency', 'parameter_missing')
  }
}

/**
 * The expiry of a checkout, in seconds of real time: callers live in real time, even if the sandbox's clock is ahead.
 */
function expiryOf(values: Values): number {
  const now = Math.floor(Date.now() / 1000)
  const expiry = values.expires_at ?? now + longestLife
  if (expiry < now + shortestLife || expiry > now + longestLife) {
    const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.'
    throw invalidParameter(message, 'expires_at')
  }
  return expiry
}

/** Creates a checkout and its page, with the real provider's checks (SBX-03). */
const createCheckout = cardCall('POST', '/checkout/sessions', takes, (provider, values) => {
  checkMode(values)
  const { mode, customer = null } = values
  if (customer !== null) provider.customers.get(customer, 'customer')
  else if (mode !== 'payment') throw invalidParameter('The sandbox saves cards for a customer.', 'customer')
  const saves = mode === 'setup'
  const lines = saves ? [] : linesOf(provider, values)
  const total = saves ? null : totalOf(values, lines)
  const expiry = expiryOf(values)
  const session = newCheckoutSession(
    {
      // A new account offers visitors their own currency by default.
      adaptive_pricing: saves ? null : { enabled: values.adaptive_pricing?.enabled ?? true },
      amount_total: total,
      cancel_url: values.cancel_url ?? null,
      client_reference_id: values.client_reference_id ?? null,
      currency: lines[0]?.price.currency ?? values.currency ?? null,
      customer,
      expires_at: expiry,
      metadata: changedMetadata({}, values.metadata),
      mode,
      payment_status: saves || total === 0 ? 'no_payment_required' : 'unpaid',
      saved_payment_method_options: values.saved_payment_method_options ?? null,
      success_url: values.success_url,
    },
    provider.pageOrigin,
    provider.clock.seconds(),
  )
  const { trial_period_days: trialDays, metadata: entries } = {
    ...values.payment_intent_data,
    ...values.setup_intent_data,
    ...values.subscription_data,
  }
  const dueAt = expiry * 1000 + provider.clock.offset
  const hidden = { lines, metadata: changedMetadata({}, entries), trialDays, dueAt }
  return provider.checkoutSessions.add(session, { hidden, dueAt })
})

/** Checkouts: create, expire. */
export const checkoutCalls = [
  createCheckout,
  cardCall('POST', '/checkout/sessions/:id/expire', {}, (provider, _, id) => {
    const entry = provider.checkoutSessions.entry(id)
    if (entry.wire.status !== 'open') {
      throw refusedByState(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${entry.wire.status}\`.`,
      )
    }
    return expireCheckout(provider, entry)
  }),
]
