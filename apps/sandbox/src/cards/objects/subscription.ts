import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf, Shown } from './stored.ts'

/** The line of a subscription: what is bought each month, and the month that runs. Times are seconds. */
export type SubscriptionItem = ReturnType<typeof newItem>

/** Something bought each month, as the API shows it. Times are seconds. */
export type Subscription = Shown<
  Stripe.Subscription,
  ReturnType<typeof newSubscription>,
  {
    customer: string
    default_payment_method: string | null
    items: { object: 'list'; url: string; has_more: false; data: [SubscriptionItem] }
    latest_invoice: string | null
    status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled'
  }
>

/** What only the provider knows of a subscription. */
export interface SubscriptionSecrets {
  /** The end of its trial was announced. */
  readonly trialEndAnnounced?: true
}

/** What a subscription begins with. */
export interface SubscriptionStart {
  readonly customer: string
  readonly price: Price
  readonly quantity: number
  readonly paymentMethod: string
  readonly metadata: Record<string, string>
  /** When its trial ends, if it has one; seconds. */
  readonly trialEnd: number | null
  /** The end of its first month or of its trial; seconds. */
  readonly periodEnd: number
}

function newItem(subscription: string, { price, quantity, periodEnd }: SubscriptionStart, createdAt: number) {
  return {
    id: randomId('si_', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: createdAt,
    current_period_end: periodEnd,
    current_period_start: createdAt,
    discounts: [],
    metadata: {},
    price,
    quantity,
    subscription,
    tax_rates: [],
  } satisfies PartOf<Stripe.SubscriptionItem>
}

/** A subscription whose first invoice is still to be made. */
export function newSubscription(start: SubscriptionStart, createdAt: number) {
  const id = randomId('sub_1')
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start.trialEnd ?? createdAt,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: createdAt,
    currency: start.price.currency,
    customer: start.customer,
    days_until_due: null,
    default_payment_method: start.paymentMethod,
    description: null,
    discounts: [],
    ended_at: null,
    items: {
      object: 'list',
      url: `/v1/subscription_items?subscription=${id}`,
      has_more: false,
      data: [newItem(id, start, createdAt)] as [SubscriptionItem],
    },
    latest_invoice: null,
    livemode: false,
    metadata: start.metadata,
    pending_setup_intent: null,
    pending_update: null,
    start_date: createdAt,
    status: start.trialEnd === null ? 'active' : 'trialing',
    trial_end: start.trialEnd,
    trial_start: start.trialEnd === null ? null : createdAt,
  } satisfies PartOf<Stripe.Subscription>
}

/** The one line of a subscription. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  return subscription.items.data[0]
}

/** The subscription with its line changed. */
export function withItem(subscription: Subscription, change: Partial<SubscriptionItem>): Subscription {
  return { ...subscription, items: { ...subscription.items, data: [{ ...itemOf(subscription), ...change }] } }
}

/** Whether it is over for good. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
