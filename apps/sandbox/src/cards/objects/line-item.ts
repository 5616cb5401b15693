import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf } from './stored.ts'

/** A line of a checkout. Amounts are the smallest unit of the currency (cents). */
export type LineItem = ReturnType<typeof newLineItem>

/** A line with so many of a price. */
export function newLineItem({ name, price, quantity }: { name: string; price: Price; quantity: number }) {
  const amount = price.unit_amount * quantity
  return {
    id: randomId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    metadata: {},
    price,
    quantity,
  } satisfies PartOf<Stripe.LineItem>
}
