import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Charge } from './charge.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** A refund, as the API shows it. The amount is cents. */
export type Refund = ApiObject<
  Stripe.Refund,
  ReturnType<typeof newRefund>,
  { charge: string; status: 'pending' | 'succeeded' | 'failed'; pending_reason?: PendingReason | undefined }
>

type PendingReason = 'insufficient_funds' | 'processing'

/** A caller's facts of a refund. */
export interface RefundDetails {
  readonly amount: number
  readonly metadata: Record<string, string>
}

/** A refund of a charge, in the state that the card provokes. */
export function newRefund(
  charge: Charge,
  details: RefundDetails,
  pendingReason: PendingReason | undefined,
  createdAt: number,
) {
  const status: 'pending' | 'succeeded' = pendingReason === undefined ? 'succeeded' : 'pending'
  return {
    id: randomId('re_3'),
    object: 'refund',
    charge: charge.id,
    created: createdAt,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status,
    ...(pendingReason && { pending_reason: pendingReason }),
    ...details,
  } satisfies PartOf<Stripe.Refund>
}
