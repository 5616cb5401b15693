import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { Stored } from './stored.ts'

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

/** A line with so many of a price. */
export function newLineItem(line: {
  readonly name: string
  readonly price: Price
  readonly quantity: number
}): LineItem {
  const { name, price, quantity } = line
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
  } satisfies LineItem
}
