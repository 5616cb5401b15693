import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Stored } from './stored.ts'

/** The price of a line, which the API embeds. */
export type Price = Stored<
  Pick<
    Stripe.Price,
    | 'id'
    | 'object'
    | 'active'
    | 'billing_scheme'
    | 'created'
    | 'currency'
    | 'custom_unit_amount'
    | 'livemode'
    | 'lookup_key'
    | 'metadata'
    | 'nickname'
    | 'product'
    | 'recurring'
    | 'tax_behavior'
    | 'tiers_mode'
    | 'transform_quantity'
    | 'type'
    | 'unit_amount'
  >
> & { unit_amount: number }

/** A line of a checkout as the API shows it. Amounts are the smallest unit of the currency (cents). */
export type LineItem = Stored<
  Pick<
    Stripe.LineItem,
    | 'id'
    | 'object'
    | 'adjustable_quantity'
    | 'amount_discount'
    | 'amount_subtotal'
    | 'amount_tax'
    | 'amount_total'
    | 'currency'
    | 'description'
    | 'metadata'
  >
> & { price: Price; quantity: number }

/** What a caller says about a line: a name, a price for one in cents, and how many. */
export interface LineDetails {
  readonly name: string
  readonly currency: string
  readonly unitAmount: number
  readonly quantity: number
}

/** A line with a one-time price made for it. */
export function newLineItem(details: LineDetails, createdAt: number): LineItem {
  const amount = details.unitAmount * details.quantity
  return {
    id: randomId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: details.currency,
    description: details.name,
    metadata: {},
    price: {
      id: randomId('price_1'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: createdAt,
      currency: details.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: randomId('prod_', 14),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: details.unitAmount,
    },
    quantity: details.quantity,
  } satisfies LineItem
}
