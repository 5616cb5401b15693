import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Charge } from './charge.ts'
import type { Stored } from './stored.ts'

/** A payment that its card's holder disputes at the bank, as the API shows it. The amount is cents. */
export type Dispute = Stored<
  Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason'>
> & { charge: string; payment_intent: string; status: 'needs_response' | 'won' | 'lost' }

/** A dispute of the whole charge, to which nobody has answered yet. */
export function newDispute(charge: Charge, createdAt: number): Dispute {
  return {
    id: randomId('du_1'),
    object: 'dispute',
    amount: charge.amount_captured - charge.amount_refunded,
    charge: charge.id,
    created: createdAt,
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies Dispute
}
