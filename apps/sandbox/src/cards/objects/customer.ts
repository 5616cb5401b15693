import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Stored } from './stored.ts'

/** A customer as the API shows it. */
export type Customer = Stored<
  Pick<
    Stripe.Customer,
    | 'id'
    | 'object'
    | 'address'
    | 'balance'
    | 'created'
    | 'currency'
    | 'default_source'
    | 'delinquent'
    | 'description'
    | 'email'
    | 'invoice_settings'
    | 'livemode'
    | 'metadata'
    | 'preferred_locales'
    | 'shipping'
    | 'tax_exempt'
  >
> & { name: string | null; phone: string | null }

/** What a caller says about a customer. */
export type CustomerDetails = Pick<Customer, 'description' | 'email' | 'metadata' | 'name' | 'phone'>

/** A customer that nobody has charged yet. */
export function newCustomer(details: CustomerDetails, createdAt: number): Customer {
  return {
    id: randomId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: createdAt,
    currency: null,
    default_source: null,
    delinquent: false,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    ...details,
  } satisfies Customer
}
