import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, Shown } from './stored.ts'

/** A customer as the API shows it. */
export type Customer = Shown<Stripe.Customer, ReturnType<typeof newCustomer>, CustomerDetails>

/** What a caller says about a customer. */
interface CustomerDetails {
  email: string | null
  metadata: Record<string, string>
  name: string | null
  phone: string | null
}

/** A customer that nobody has charged yet. */
export function newCustomer(details: CustomerDetails, createdAt: number) {
  return {
    id: randomId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: createdAt,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    ...details,
  } satisfies PartOf<Stripe.Customer>
}
