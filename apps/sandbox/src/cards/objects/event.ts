import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { WireObject } from './stored.ts'

/** The version of the API that the sandbox speaks; no other is answered. */
export const API_VERSION = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

/** The happenings that the sandbox reports. */
export type EventType = Extract<
  Stripe.Event['type'],
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.failed'
  | 'charge.refund.updated'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.subscription.created'
  | 'customer.subscription.deleted'
  | 'customer.subscription.trial_will_end'
  | 'customer.subscription.updated'
  | 'customer.updated'
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.payment_action_required'
  | 'invoice.payment_failed'
  | 'invoice.payment_succeeded'
  | 'invoice.voided'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_method.attached'
  | 'payment_method.detached'
  | 'price.created'
  | 'refund.created'
  | 'refund.failed'
  | 'refund.updated'
  | 'setup_intent.created'
  | 'setup_intent.setup_failed'
  | 'setup_intent.succeeded'
>

/** Something that happened, as the API shows it and as the webhook sends it. */
export interface EventObject extends WireObject {
  object: 'event'
  api_version: string
  data: { object: WireObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  /** Webhook endpoints that have not taken it yet. */
  pending_webhooks: number
  /** The API call that caused it; both null when the card page or the clock did. */
  request: { id: string | null; idempotency_key: string | null }
  type: EventType
}

/** What happened, to what, and by which call. */
export interface Happening {
  readonly type: EventType
  /** The object as it is now. */
  readonly subject: WireObject
  /** The old values of the fields that changed. */
  readonly previous: Record<string, unknown> | undefined
  readonly request: EventObject['request']
}

/** The event that reports a happening. */
export function newEvent({ type, subject, previous, request }: Happening, createdAt: number): EventObject {
  return {
    id: randomId('evt_1'),
    object: 'event',
    api_version: API_VERSION,
    created: createdAt,
    data: { object: subject, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  } satisfies Pick<Stripe.EventBase, 'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks'> &
    EventObject
}
