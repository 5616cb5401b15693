import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Stored } from './stored.ts'

/** What one of something costs, in cents: once, or each month. */
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
    | 'tax_behavior'
    | 'tiers_mode'
    | 'transform_quantity'
    | 'type'
  >
> & { product: string; recurring: Recurring | null; unit_amount: number }

/** How often a price is charged; the sandbox knows months. */
export type Recurring = Pick<
  Stripe.Price.Recurring,
  'interval_count' | 'meter' | 'trial_period_days' | 'usage_type'
> & { interval: 'month' }

/** What a caller says about a price. */
export type PriceDetails = Pick<Price, 'active' | 'currency' | 'product' | 'recurring' | 'unit_amount'> &
  Partial<Pick<Price, 'lookup_key' | 'metadata' | 'nickname'>>

/** Every month, once. */
export const monthly: Recurring = {
  interval: 'month',
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
}

/** A price. */
export function newPrice(details: PriceDetails, createdAt: number): Price {
  return {
    id: randomId('price_1'),
    object: 'price',
    billing_scheme: 'per_unit',
    created: createdAt,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: details.recurring === null ? 'one_time' : 'recurring',
    ...details,
  } satisfies Price
}
