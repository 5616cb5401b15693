import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Charge } from './charge.ts'
import type { Stored } from './stored.ts'

/** Money on its way back, as the API shows it. The amount is cents. */
export type Refund = Stored<
  Pick<
    Stripe.Refund,
    | 'id'
    | 'object'
    | 'amount'
    | 'balance_transaction'
    | 'created'
    | 'currency'
    | 'customer'
    | 'failure_reason'
    | 'metadata'
    | 'payment_intent'
    | 'reason'
    | 'receipt_number'
  >
> & { charge: string; status: 'pending' | 'succeeded' | 'failed' }

/** What a caller says about a refund. */
export type RefundDetails = Pick<Refund, 'amount' | 'metadata' | 'reason'>

/** A refund of a charge. */
export function newRefund(charge: Charge, details: RefundDetails, status: Refund['status'], createdAt: number): Refund {
  return {
    id: randomId('re_3'),
    object: 'refund',
    balance_transaction: randomId('txn_3'),
    charge: charge.id,
    created: createdAt,
    currency: charge.currency,
    customer: charge.customer,
    payment_intent: charge.payment_intent,
    receipt_number: null,
    status,
    ...details,
  } satisfies Refund
}
