import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Price } from './price.ts'
import type { PartOf, Shown } from './stored.ts'

/** The line of a subscription: what is bought each month, and the month that runs. Times are seconds. */
export type SubscriptionItem = ReturnType<typeof newItem>

/** Where a subscription stands. */
type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled'

/** Something bought each month, as the API shows it. Times are seconds. */
export type Subscription = Shown<
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

/** What only the provider knows of a subscription. */
export interface SubscriptionSecrets {
  /** The end of its trial was announced. */
  readonly trialEndAnnounced?: true
}

/** What a subscription begins with. */
export interface SubscriptionStart {
  readonly customer: string
  readonly price: Price
  readonly paymentMethod: string
  readonly metadata: Record<string, string>
  /** When its trial ends, if it has one; seconds. */
  readonly trialEnd: number | null
  /** The end of its first month or of its trial; seconds. */
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

/** A subscription whose first invoice is still to be made. */
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

/** Whether it is over for good. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
