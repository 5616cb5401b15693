import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { PartOf, WireObject } from './stored.ts'

/** The API version that the sandbox speaks; a call with another one is refused. */
export const apiVersion = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

/** The event types that the merchant's endpoint subscribes to; the sandbox reports only these. */
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

/** An event, as the API shows it and the webhook sends it. */
export type EventObject = ReturnType<typeof newEvent>

/** An event with an object's current state. */
export function newEvent(type: EventType, object: WireObject, createdAt: number) {
  return {
    id: randomId('evt_1'),
    object: 'event',
    api_version: apiVersion,
    created: createdAt,
    data: { object },
    livemode: false,
    type,
  } satisfies PartOf<Stripe.EventBase> & { type: EventType }
}
