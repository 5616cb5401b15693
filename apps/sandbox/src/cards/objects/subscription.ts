import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf, ApiObject } from './stored.ts'

/** The line of a subscription: the monthly item, and the current month. Times are seconds. */
export type SubscriptionItem = ReturnType<typeof newItem>

type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled'

/** A subscription, as the API shows it. Times are seconds. */
export type Subscription = ApiObject<
  Stripe.Subscription,
  ReturnType<typeof newSubscription>,
  {
    customer: string
    default_payment_method: string
    items: { object: 'list'; has_more: false; data: [SubscriptionItem] }
    latest_invoice: string | null
    status: SubscriptionStatus
  }
>

/** The fields of a subscription that only the provider knows. */
export interface SubscriptionSecrets {
  /** The end of its trial was announced. */
  readonly trialEndAnnounced?: true
}

/** The facts at a subscription's start. */
export interface SubscriptionStart {
  readonly customer: string
  readonly price: Price
  readonly paymentMethod: string
  readonly metadata: Record<string, string>
  /** The end of its trial, in seconds; null without one. */
  readonly trialEnd: number | null
  /** The end of its first month or of its trial, in seconds. */
  readonly periodEnd: number
}

function newItem({ price, periodEnd }: SubscriptionStart, createdAt: number) {
  return {
    id: randomId('si_', 14),
    object: 'subscription_item',
    created: createdAt,
    current_period_end: periodEnd,
    current_period_start: createdAt,
    price,
    quantity: 1,
  } satisfies PartOf<Stripe.SubscriptionItem>
}

/** A subscription without its first invoice yet. */
export function newSubscription(start: SubscriptionStart, status: SubscriptionStatus, createdAt: number) {
  return {
    id: randomId('sub_1'),
    object: 'subscription',
    billing_cycle_anchor: start.trialEnd ?? createdAt,
    cancel_at_period_end: false,
    created: createdAt,
    currency: start.price.currency,
    customer: start.customer,
    default_payment_method: start.paymentMethod,
    items: { object: 'list', has_more: false, data: [newItem(start, createdAt)] as [SubscriptionItem] },
    latest_invoice: null,
    metadata: start.metadata,
    start_date: createdAt,
    status,
    trial_end: start.trialEnd,
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

/** Whether it is canceled or expired: no call can revive it. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
