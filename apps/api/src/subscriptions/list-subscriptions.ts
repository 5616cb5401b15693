import type { Subscription, SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { isOver } from '@nerdify/domain/plans/subscription-status.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { readClient } from '../accounts/find-client.ts'
import type { AppContext } from '../app-context.ts'
import { isMonthRefundable } from './refund-month.ts'
import { type StoredSubscription, subscriptionsOf } from './subscriptions.store.ts'
import { isTrialOfferedTo } from './trial-offer.ts'

/** A client's subscriptions, current ones first (SUB-09), and whether a trial is offered to them (SUB-06). */
export async function listSubscriptions(product: AppContext, clientId: string): Promise<SubscriptionList> {
  const all = (await subscriptionsOf(product.queries, clientId)).filter(({ surplus }) => !surplus)
  const sorted = [...all.filter(({ status }) => !isOver(status)), ...all.filter(({ status }) => isOver(status))]
  const results = await Promise.all(sorted.map((subscription) => present(product, subscription)))
  const trialOffered = await isTrialOfferedTo(product, await readClient(product.queries, clientId))
  return { results, trial_offered: trialOffered, vip_phone_offered: product.settings.vipPhone !== undefined }
}

async function present(product: AppContext, subscription: StoredSubscription): Promise<Subscription> {
  return {
    id: subscription.id,
    customer: subscription.customer_id,
    status: subscription.status,
    tag: subscription.plan,
    price: dollarsFromCents(subscription.monthly_cents),
    current_period_end: new Date(subscription.period_end).toISOString(),
    trial_end: subscription.trial_end === null ? null : new Date(subscription.trial_end).toISOString(),
    cancel_at_period_end: subscription.cancel_at_period_end,
    card_last4: subscription.card_last4,
    refundable: await isMonthRefundable(product.queries, subscription, product.clock.now()),
  }
}
