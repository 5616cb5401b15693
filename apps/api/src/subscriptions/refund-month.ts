import { isPlanRefundable } from '@nerdify/domain/plans/plan-refund.ts'
import { isOver } from '@nerdify/domain/plans/subscription-status.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lockedTags } from '../clients/change-tags.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { usesPlanPerks } from '../orders/plan-perks-used.ts'
import { enqueue } from '../outbox/enqueue.ts'
import {
  bookPlanRefund,
  broughtCredit,
  planChangedSince,
  planOfPayment,
  spentSince,
  takePlanCreditBack,
  unbookPlanRefund,
} from '../payments/plan-money.ts'
import type { CardRefund } from '../ports.ts'
import type { Product } from '../product.ts'
import { noteOnSubscription, type StoredSubscription, subscriptionOfClient } from './subscriptions.store.ts'
import { tellOfRefund } from './tell-subscriber.ts'

/**
 * Whether the last month of a subscription can be given back now: within 30 days, and without use of its perks (PUB-03). Not
 * once its plan was changed, for part of its money is then with another payment or with the provider (decision 0024).
 */
export async function isMonthRefundable(
  queries: Queries,
  subscription: StoredSubscription,
  now: number,
): Promise<boolean> {
  const { client_id: clientId, id: subscriptionId, status, paid_at: paidAt, paid_cents: paidCents } = subscription
  const { paid_invoice_id: invoiceId } = subscription
  if (paidAt === null || subscription.refund_asked_at !== null || isOver(status)) return false
  const facts = { paidAt, now, paidCents, perksUsed: false }
  if (!isPlanRefundable(facts)) return false
  if (await planChangedSince(queries, { clientId, subscriptionId, since: paidAt })) return false
  const spent = await spentSince(queries, clientId, paidAt)
  const creditUsed = spent.balanceCents > 0 && invoiceId !== null && (await broughtCredit(queries, invoiceId))
  const perksUsed =
    creditUsed || (await usesPlanPerks(queries, clientId, { since: paidAt, paidOrderIds: spent.orderIds }))
  return isPlanRefundable({ ...facts, perksUsed })
}

/**
 * Notes that a client wants the last month back (PUB-03, SUB-11). 404 for a subscription that is not theirs, 409 where it
 * cannot be given back.
 */
export async function askForMonthBack(
  queries: Queries,
  { clientId, id, now }: { clientId: string; id: string; now: number },
): Promise<void> {
  await lockedTags(queries, clientId)
  const subscription = await subscriptionOfClient(queries, clientId, id)
  if (subscription === undefined || subscription.surplus) throw notFound()
  if (!(await isMonthRefundable(queries, subscription, now))) {
    throw new Refusal(
      409,
      'This month cannot be refunded here: it is more than 30 days old, the plan was changed in it, or something of it was used. You can still cancel, or write to us.',
      { type: 'plan_not_refundable' },
    )
  }
  await markForRefund(queries, subscription, { reason: 'asked', now })
}

/**
 * Notes that the last month of a subscription is to be given back, and takes its credit back at once, so that it is not spent
 * while the provider works on the refund (SUB-13); what is noted already stays. The lock of the client's row is held.
 */
export async function markForRefund(
  queries: Queries,
  subscription: StoredSubscription,
  { reason, now }: { reason: 'asked' | 'surplus'; now: number },
): Promise<void> {
  if (subscription.refund_asked_at !== null) return
  await noteOnSubscription(queries, subscription, {
    refund_asked_at: new Date(now),
    refund_reason: reason,
    refund_next_at: new Date(now),
  })
  await takeCreditBack(queries, subscription, now)
}

/** The credit of the last month goes, also where the bank fails to pay the refund out: staff give the money back then. */
async function takeCreditBack(queries: Queries, subscription: StoredSubscription, now: number): Promise<void> {
  const { client_id: clientId, paid_invoice_id: invoiceId } = subscription
  if (invoiceId !== null) await takePlanCreditBack(queries, { clientId, invoiceId, at: now })
}

/** Books what the provider says of the refund of a month, as often as one likes; the lease of the client is held. */
async function bookMonthRefund(
  queries: Queries,
  product: Pick<Product, 'settings'>,
  { subscription, made, now }: { subscription: StoredSubscription; made: CardRefund; now: number },
): Promise<void> {
  const { client_id: clientId, id } = subscription
  if (made.status === 'pending') return noteOnSubscription(queries, subscription, { refund_id: made.id })
  const refund = { clientId, subscriptionId: id, refundId: made.id, cents: made.cents, at: now }
  if (made.status === 'failed') {
    await unbookPlanRefund(queries, refund)
    return failed(queries, product, { subscription, refundId: made.id, cents: made.cents, now })
  }
  if (!(await bookPlanRefund(queries, refund))) return
  const ofLastMonth = subscription.payment_id === made.paymentIntentId
  if (!ofLastMonth || made.cents < subscription.paid_cents) return
  await noteOnSubscription(queries, subscription, { refund_id: made.id, refunded_at: new Date(now) })
  // One that was made at the provider itself was not asked for here.
  await takeCreditBack(queries, subscription, now)
  await tellOfRefund(queries, { subscription, cents: made.cents, now })
}

/** Staff give the money back in another way (abuse 21). */
async function failed(
  queries: Queries,
  { settings }: Pick<Product, 'settings'>,
  {
    subscription,
    refundId,
    cents,
    now,
  }: { subscription: StoredSubscription; refundId: string; cents: number; now: number },
): Promise<void> {
  await noteOnSubscription(queries, subscription, { refund_next_at: null, refunded_at: null })
  await enqueue(queries, now, {
    channel: 'email',
    to: settings.supportEmail,
    template: 'refund-failed',
    variables: { number: subscription.id, amount: formatMoney(cents), reason: 'the month of a plan' },
    dedupeKey: `refund-failed:${refundId}`,
  })
}

/** The provider refuses the refund of a month for good: it is asked no more, and staff hear of it. */
export async function giveUpMonthRefund(
  product: Product,
  subscription: StoredSubscription,
  refundId: string,
): Promise<void> {
  const now = product.clock.now()
  const { paid_cents: cents } = subscription
  await transaction(product.queries, (queries) => failed(queries, product, { subscription, refundId, cents, now }))
}

/** Books a refund that one hears of from the provider; one of something else is left alone. */
export async function applyMonthRefund(product: Product, made: CardRefund): Promise<string | undefined> {
  const payment = await planOfPayment(product.queries, made.paymentIntentId)
  if (payment === undefined) return undefined
  const { clientId, subscriptionId } = payment
  await transaction(product.queries, async (queries) => {
    await lockedTags(queries, clientId)
    const subscription = await subscriptionOfClient(queries, clientId, subscriptionId)
    if (subscription === undefined) return
    await bookMonthRefund(queries, product, { subscription, made, now: product.clock.now() })
  })
  return subscriptionId
}
