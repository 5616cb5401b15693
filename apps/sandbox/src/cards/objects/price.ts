import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A unit price in cents: once, or each month. */
export type Price = ApiObject<Stripe.Price, ReturnType<typeof newPrice>, { product: string; unit_amount: number }>

/** The field of a price that only the provider knows: the name of its product. */
export interface PriceSecrets {
  readonly name: string
}

/** A caller's facts of a price. */
interface PriceDetails {
  readonly active: boolean
  readonly currency: string
  readonly isMonthly: boolean
  readonly lookup_key: string | null
  readonly metadata: Record<string, string>
  readonly unit_amount: number
}

/** The price of a new product. */
export function newPrice({ isMonthly, ...details }: PriceDetails, createdAt: number) {
  return {
    id: randomId('price_1'),
    object: 'price',
    created: createdAt,
    product: randomId('prod_', 14),
    recurring: isMonthly ? { interval: 'month', interval_count: 1 } : null,
    ...details,
  } satisfies PartOf<Stripe.Price>
}
