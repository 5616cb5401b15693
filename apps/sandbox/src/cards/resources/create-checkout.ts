import {
  group,
  integer,
  listOf,
  oneOf,
  type Parameter,
  ParameterError,
  type ParameterValues,
  required,
  text,
} from '../../http/parameters.ts'
import { invalidParameter } from '../api/api-error.ts'
import { expandParameter } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { type CheckoutSession, newCheckoutSession } from '../objects/checkout-session.ts'
import { type LineItem, newLineItem } from '../objects/line-item.ts'
import { newPrice, type Price } from '../objects/price.ts'
import type { CardProvider } from '../provider.ts'
import { currency, goneSince2026, LARGEST_TOTAL, SMALLEST_TOTAL } from './amounts.ts'

/** The provider's limits: seconds, lines, days. */
const SHORTEST_LIFE = 30 * 60
const LONGEST_LIFE = 24 * 3600
const LINE_LIMIT = 100
const LONGEST_TRIAL = 730

const webAddress: Parameter<string | undefined> = (value, path) => {
  const address = text()(value, path)
  if (address === undefined) return undefined
  const whole = address.replaceAll('{CHECKOUT_SESSION_ID}', 'cs_test')
  if (!URL.canParse(whole) || !['http:', 'https:'].includes(new URL(whole).protocol)) {
    throw new ParameterError('Not a valid URL', path, 'url_invalid')
  }
  return address
}

const lineItem = group({
  price: text(),
  price_data: group({
    currency: required(currency),
    product_data: required(group({ name: required(text()) })),
    unit_amount: required(integer({ minimum: 0, maximum: LARGEST_TOTAL })),
  }),
  quantity: required(integer({ minimum: 1, maximum: 999_999 })),
})

/** The parameters of a new checkout that the sandbox knows; every other is refused. */
export const createCheckoutParameters = {
  ...expandParameter,
  allowed_payment_method_types: listOf(required(oneOf('card'))),
  cancel_url: webAddress,
  client_reference_id: text(200),
  currency,
  customer: text(),
  expires_at: integer(),
  line_items: listOf(required(lineItem)),
  metadata,
  mode: required(oneOf('payment', 'setup', 'subscription')),
  payment_intent_data: group({ metadata }),
  payment_method_collection: oneOf('always'),
  payment_method_types: goneSince2026,
  saved_payment_method_options: group({
    allow_redisplay_filters: listOf(required(oneOf('always', 'limited', 'unspecified'))),
  }),
  setup_intent_data: group({ metadata }),
  subscription_data: group({
    metadata,
    trial_period_days: integer({ minimum: 1, maximum: LONGEST_TRIAL }),
  }),
  success_url: required(webAddress),
  ui_mode: oneOf('hosted_page'),
}

type Values = ParameterValues<typeof createCheckoutParameters>

type GivenLine = NonNullable<Values['line_items']>[number]

/** The price of a line: one that is known, or one made for it. */
function priceOf(provider: CardProvider, line: GivenLine, place: string): { price: Price; name: string } {
  const { price: id, price_data: data } = line
  if ((id === undefined) === (data === undefined)) {
    throw invalidParameter(
      `You must specify either \`price\` or \`price_data\` for ${place}.`,
      place,
      'parameter_missing',
    )
  }
  if (data === undefined) {
    const { wire: price, hidden } = provider.prices.get(id ?? '', `${place}[price]`)
    return { price, name: hidden.name }
  }
  const { currency: unit, unit_amount, product_data: product } = data
  const given = { active: false, currency: unit, isMonthly: false, lookup_key: null, metadata: {}, unit_amount }
  return { price: newPrice(given, provider.clock.seconds()), name: product.name }
}

/** The lines, all in one currency. */
function linesOf(provider: CardProvider, values: Values): readonly LineItem[] {
  const given = values.line_items ?? []
  if (given.length === 0) {
    throw invalidParameter('Missing required param: line_items.', 'line_items', 'parameter_missing')
  }
  if (given.length > LINE_LIMIT) throw invalidParameter(`You can have up to ${LINE_LIMIT} line items.`, 'line_items')
  const lines = given.map((line, index) => {
    const { price, name } = priceOf(provider, line, `line_items[${index}]`)
    return newLineItem({ name, price, quantity: line.quantity })
  })
  const currencies = new Set(lines.map((line) => line.currency))
  if (values.currency) currencies.add(values.currency)
  if (currencies.size > 1) {
    throw invalidParameter('All prices on a Checkout Session must be in the same currency.', 'line_items')
  }
  checkKindOfPrices(values.mode, lines)
  return lines
}

function checkKindOfPrices(mode: Values['mode'], lines: readonly LineItem[]): void {
  const monthlyLines = lines.filter(({ price }) => price.recurring !== null).length
  if (mode === 'payment' && monthlyLines > 0) {
    throw invalidParameter(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    )
  }
  if (mode === 'subscription' && (monthlyLines !== 1 || lines.length !== 1)) {
    throw invalidParameter(
      monthlyLines === 0
        ? 'You must provide at least one recurring price in `subscription` mode when using prices.'
        : 'The sandbox knows subscriptions of one price.',
      'line_items',
    )
  }
}

function totalOf(values: Values, lines: readonly LineItem[]): number {
  if (values.subscription_data?.trial_period_days !== undefined) return 0
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (total === 0) throw invalidParameter('The sandbox cannot do checkouts that cost nothing yet.', 'line_items')
  if (total < SMALLEST_TOTAL) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd"
    throw invalidParameter(message, 'line_items', 'amount_too_small')
  }
  if (total > LARGEST_TOTAL) {
    const message = "The Checkout Session's total amount due must be no more than $999,999.99 usd"
    throw invalidParameter(message, 'line_items', 'amount_too_large')
  }
  return total
}

/** Parameters that belong to some modes only. */
const modesOf: Partial<Record<keyof Values, readonly Values['mode'][]>> = {
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
 * When the checkout ends, in seconds of real time: callers live in real time, even where the sandbox's clock was moved
 * ahead of it.
 */
function expiryOf(values: Values): number {
  const now = Math.floor(Date.now() / 1000)
  const expiry = values.expires_at ?? now + LONGEST_LIFE
  if (expiry < now + SHORTEST_LIFE || expiry > now + LONGEST_LIFE) {
    const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.'
    throw invalidParameter(message, 'expires_at')
  }
  return expiry
}

/**
 * Makes a checkout and its page, as strict as the real provider (SBX-03).
 *
 * @throws {ApiError} for what the real one refuses.
 */
export function createCheckout(provider: CardProvider, values: Values): CheckoutSession {
  checkMode(values)
  const { mode, customer = null, saved_payment_method_options: savedCards } = values
  if (customer !== null) provider.customers.get(customer, 'customer')
  else if (mode !== 'payment') throw invalidParameter('The sandbox saves cards for a customer.', 'customer')
  const saves = mode === 'setup'
  const lineItems = saves ? [] : linesOf(provider, values)
  const total = saves ? null : totalOf(values, lineItems)
  const expiry = expiryOf(values)
  const session = newCheckoutSession(
    {
      allowed_payment_method_types: values.allowed_payment_method_types ?? null,
      amount_total: total,
      cancel_url: values.cancel_url ?? null,
      client_reference_id: values.client_reference_id ?? null,
      currency: lineItems[0]?.currency ?? values.currency ?? null,
      customer,
      expires_at: expiry,
      metadata: changedMetadata({}, values.metadata),
      mode,
      payment_status: saves || total === 0 ? 'no_payment_required' : 'unpaid',
      saved_payment_method_options: savedCards
        ? {
            allow_redisplay_filters: savedCards.allow_redisplay_filters ?? null,
            payment_method_remove: null,
            payment_method_save: null,
          }
        : null,
      success_url: values.success_url,
    },
    provider.pageOrigin,
    provider.clock.seconds(),
  )
  const dueAt = expiry * 1000 + provider.clock.offset
  const data = values.payment_intent_data ?? values.setup_intent_data ?? values.subscription_data
  const hidden = {
    lineItems,
    metadata: changedMetadata({}, data?.metadata),
    trialDays: values.subscription_data?.trial_period_days,
    dueAt,
  }
  return provider.checkoutSessions.add(session, hidden, dueAt).wire
}
