import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A caller's facts of a customer. */
export interface CustomerDetails {
  email: string | null
  metadata: Record<string, string>
  name: string | null
  phone: string | null
}

/** A customer as the API shows it. */
export type Customer = ApiObject<
  Stripe.Customer,
  ReturnType<typeof newCustomer>,
  CustomerDetails & { invoice_settings: { default_payment_method: string | null } }
>

/** A customer without charges. */
export function newCustomer(details: CustomerDetails, createdAt: number) {
  return {
    id: randomId('cus_', 14),
    object: 'customer',
    balance: 0,
    created: createdAt,
    invoice_settings: { default_payment_method: null },
    ...details,
  } satisfies PartOf<Stripe.Customer>
}
