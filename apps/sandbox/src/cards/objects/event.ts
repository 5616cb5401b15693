import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, WireObject } from './stored.ts'

/** The version of the API that the sandbox speaks; no other is answered. */
export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

/** The happenings that the merchant's endpoint asks for; the sandbox reports no others. */
export type EventType = Extract<
  Stripe.Event['type'],
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.subscription.created'
  | 'customer.subscription.deleted'
  | 'customer.subscription.trial_will_end'
  | 'customer.subscription.updated'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'
>

/** Something that happened, as the API shows it and as the webhook sends it. */
export type EventObject = ReturnType<typeof newEvent>

/** The event that reports what happened to an object, as it is now. */
export function newEvent(type: EventType, object: WireObject, createdAt: number) {
  return {
    id: randomId('evt_1'),
    object: 'event',
    api_version: API_VERSION,
    created: createdAt,
    data: { object },
    livemode: false,
    type,
  } satisfies PartOf<Stripe.EventBase> & { type: EventType }
}
