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
import type { PaymentDetails } from '../objects/payment-intent.ts'
import { checkoutMode } from '../payments/checkout-modes.ts'
import type { CardProvider } from '../provider.ts'

/** The provider's limits: cents, seconds, lines. */
const SMALLEST_TOTAL = 50
const LARGEST_TOTAL = 99_999_999
const SHORTEST_LIFE = 30 * 60
const LONGEST_LIFE = 24 * 3600
const LINE_LIMIT = 100

const webAddress: Parameter<string | undefined> = (value, path) => {
  const address = text()(value, path)
  if (address === undefined) return undefined
  const whole = address.replaceAll('{CHECKOUT_SESSION_ID}', 'cs_test')
  if (!URL.canParse(whole) || !['http:', 'https:'].includes(new URL(whole).protocol)) {
    throw new ParameterError('Not a valid URL', path, 'url_invalid')
  }
  return address
}

/** Currencies with cents; others would need other limits and another way to write amounts. */
const currency = oneOf('usd', 'aud', 'cad', 'eur', 'gbp')

const goneSince2026: Parameter<undefined> = (value, path) => {
  if (value === undefined) return undefined
  throw new ParameterError(
    `The \`${path}\` parameter is no longer supported. Use \`allowed_payment_method_types\` instead.`,
    path,
    'payment_method_types_no_longer_supported',
  )
}

const lineItem = group({
  price_data: required(
    group({
      currency: required(currency),
      product_data: required(group({ description: text(), metadata, name: required(text()) })),
      unit_amount: required(integer({ minimum: 0, maximum: LARGEST_TOTAL })),
    }),
  ),
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
  customer_creation: oneOf('always', 'if_required'),
  customer_email: text(800),
  expires_at: integer(),
  line_items: listOf(required(lineItem)),
  locale: oneOf('auto', 'en', 'en-GB'),
  metadata,
  mode: required(oneOf('payment', 'setup', 'subscription')),
  payment_intent_data: group({
    description: text(1000),
    metadata,
    receipt_email: text(800),
    setup_future_usage: oneOf('off_session', 'on_session'),
    statement_descriptor: text(22),
    statement_descriptor_suffix: text(22),
  }),
  payment_method_types: goneSince2026,
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  success_url: required(webAddress),
  ui_mode: oneOf('hosted_page'),
}

type Values = ParameterValues<typeof createCheckoutParameters>

/** The lines, all in one currency. */
function linesOf(values: Values, createdAt: number): readonly LineItem[] {
  const given = values.line_items ?? []
  if (given.length === 0) {
    throw invalidParameter('Missing required param: line_items.', 'line_items', 'parameter_missing')
  }
  if (given.length > LINE_LIMIT) throw invalidParameter(`You can have up to ${LINE_LIMIT} line items.`, 'line_items')
  const currencies = new Set(given.map((line) => line.price_data.currency))
  if (values.currency) currencies.add(values.currency)
  if (currencies.size > 1) {
    throw invalidParameter('All prices on a Checkout Session must be in the same currency.', 'line_items')
  }
  return given.map(({ price_data, quantity }) =>
    newLineItem(
      {
        name: price_data.product_data.name,
        currency: price_data.currency,
        unitAmount: price_data.unit_amount,
        quantity,
      },
      createdAt,
    ),
  )
}

function totalOf(lines: readonly LineItem[]): number {
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

function paymentDetailsOf(values: Values): PaymentDetails {
  const given = values.payment_intent_data
  return {
    description: given?.description ?? null,
    metadata: changedMetadata({}, given?.metadata),
    receipt_email: given?.receipt_email ?? null,
    setup_future_usage: given?.setup_future_usage ?? null,
    statement_descriptor: given?.statement_descriptor ?? null,
    statement_descriptor_suffix: given?.statement_descriptor_suffix ?? null,
  }
}

/**
 * Makes a checkout and its page, as strict as the real provider (SBX-03).
 *
 * @throws {ApiError} for what the real one refuses.
 */
export function createCheckout(provider: CardProvider, values: Values): CheckoutSession {
  if (!checkoutMode(values.mode)) {
    throw invalidParameter(`The sandbox cannot do the mode ${values.mode} yet.`, 'mode')
  }
  if (values.customer !== undefined && values.customer_email !== undefined) {
    throw invalidParameter('You may only specify one of these parameters: customer, customer_email.', 'customer_email')
  }
  if (values.customer !== undefined && values.customer_creation !== undefined) {
    throw invalidParameter('`customer_creation` can not be used with `customer`.', 'customer_creation')
  }
  if (values.customer !== undefined) provider.customers.get(values.customer, 'customer')
  const createdAt = provider.clock.seconds()
  const lineItems = linesOf(values, createdAt)
  const total = totalOf(lineItems)
  const expiry = expiryOf(values)
  const session = newCheckoutSession(
    {
      allowed_payment_method_types: values.allowed_payment_method_types ?? null,
      amount_total: total,
      cancel_url: values.cancel_url ?? null,
      client_reference_id: values.client_reference_id ?? null,
      currency: lineItems[0]?.currency ?? null,
      customer: values.customer ?? null,
      customer_creation: values.customer === undefined ? (values.customer_creation ?? 'if_required') : null,
      customer_email: values.customer_email ?? null,
      expires_at: expiry,
      locale: values.locale ?? null,
      metadata: changedMetadata({}, values.metadata),
      mode: values.mode,
      payment_status: 'unpaid',
      submit_type: values.submit_type ?? null,
      success_url: values.success_url,
    },
    provider.pageOrigin,
    createdAt,
  )
  const dueAt = expiry * 1000 + provider.clock.offset
  const lineNotes = values.line_items?.map((line) => line.price_data.product_data.description ?? null) ?? []
  const hidden = { lineItems, lineNotes, paymentDetails: paymentDetailsOf(values), dueAt }
  provider.checkoutSessions.add(session, hidden, dueAt)
  return session
}
