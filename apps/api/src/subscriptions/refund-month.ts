import { isPlanRefundable } from '@nerdify/domain/plans/plan-refund.ts'
import { isOver, isPaymentFailed } from '@nerdify/domain/plans/subscription-status.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lockedTags } from '../accounts/change-tags.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { unpaidOrdersWithPerks, usesPlanPerks } from '../orders/price/plan-perks-used.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import {
  bookPlanRefund,
  earnedCredit,
  givePlanCreditPart,
  isMonthHeldByBank,
  isWhollyRefunded,
  planChangedSince,
  refundedOfPlanPayment,
  spentSince,
  takePlanCreditBack,
  unbookPlanRefund,
} from '../payments/ledger/plan-money.ts'
import { hasOpenAttempt } from '../payments/page/card-customer.ts'
import type { CardRefund } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { planOfReversal } from './plan-of-reversal.ts'
import { noteOnSubscription, type StoredSubscription, subscriptionOfClient } from './subscriptions.store.ts'
import { notifyOfEnd, notifyOfRefund } from './notify-subscriber.ts'

/**
 * Whether the last month of a subscription can be refunded now: within 30 days, and without use of its perks (PUB-03).
 * Not after a change of plan, since part of its money is then in another payment or at the provider (decision 0024), nor
 * while the bank has its money (abuse 20).
 */
export async function isMonthRefundable(
  queries: Queries,
  subscription: StoredSubscription,
  now: number,
): Promise<boolean> {
  const { client_id: clientId, id: subscriptionId, status, paid_at: paidAt } = subscription
  const { paid_invoice_id: invoiceId } = subscription
  if (paidAt === null || subscription.refund_asked_at !== null || isOver(status)) return false
  // The last payment was for the previous month, which is over and was used (SUB-14).
  if (isPaymentFailed(status)) return false
  const facts = { paidAt, now, paidCents: await centsToRefund(queries, subscription), perksUsed: false }
  if (!isPlanRefundable(facts)) return false
  if (await planChangedSince(queries, { clientId, subscriptionId, since: paidAt })) return false
  if (invoiceId !== null && (await isMonthHeldByBank(queries, { clientId, invoiceId }))) return false
  const spent = await spentSince(queries, clientId, paidAt)
  const creditUsed = spent.balanceCents > 0 && invoiceId !== null && (await earnedCredit(queries, invoiceId))
  const perksUsed =
    creditUsed || (await usesPlanPerks(queries, clientId, { since: paidAt, paidOrderIds: spent.orderIds }))
  return isPlanRefundable({ ...facts, perksUsed })
}

/**
 * Whether an unpaid order with a perk of the plan can still be paid: its quote holds, or its card page is open
 * (PRICE-12, PAY-07).
 */
async function hasPayablePerk(queries: Queries, clientId: string, now: number): Promise<boolean> {
  const orders = await unpaidOrdersWithPerks(queries, clientId, now)
  const orderIds = orders.map(({ id }) => id)
  return orders.some(({ holds }) => holds) || hasOpenAttempt(queries, clientId, orderIds)
}

/**
 * Records a client's request to refund the last month (PUB-03, SUB-11). 404 for a subscription that is not theirs, 409
 * if a refund is impossible, or while an unpaid order has a perk.
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
      'We can’t refund this month: it was already refunded, it’s more than 30 days old, the plan changed during it, some of it was used, or the bank has a dispute about its payment. The plan can still end with its month.',
      { type: 'plan_not_refundable' },
    )
  }
  if (await hasPayablePerk(queries, clientId, now)) {
    throw new Refusal(
      409,
      'An unpaid order still has a free extra or a short deadline from this plan. Remove it from the order, or try again in about an hour.',
      { type: 'plan_in_unpaid_order' },
    )
  }
  await markForRefund(queries, subscription, { reason: 'asked', now })
}

/**
 * Marks the last known month of a subscription for a refund, and takes its credit back at once, so that it cannot be
 * spent while the refund is pending (SUB-13). The caller has locked the client's row.
 */
export async function markForRefund(
  queries: Queries,
  subscription: StoredSubscription,
  { reason, now }: { reason: 'asked' | 'surplus' | 'client_gone' | 'later'; now: number },
): Promise<void> {
  await noteOnSubscription(queries, subscription, {
    refund_asked_at: new Date(now),
    refund_reason: reason,
    refund_next_at: new Date(now),
    refund_invoice_id: subscription.paid_invoice_id,
    refund_payment_id: subscription.payment_id,
    refund_cents: subscription.paid_cents,
    refund_attempts: 0,
    refund_id: null,
    refunded_at: null,
  })
  await settleCredit(queries, subscription, now)
}

/**
 * A bill paid after its plan's refund, or unknown at that time, is refunded automatically (HOLD-06), once the requested
 * month is finished. The caller has locked the client's row.
 */
export async function giveLaterBillBack(
  queries: Queries,
  { clientId, id, now }: { clientId: string; id: string; now: number },
): Promise<void> {
  const subscription = await subscriptionOfClient(queries, clientId, id)
  if (subscription === undefined || subscription.refund_asked_at === null) return
  const {
    refunded_at: refundedAt,
    refund_next_at: nextAt,
    refund_invoice_id: refundInvoiceId,
    paid_invoice_id: lastInvoiceId,
  } = subscription
  const underWay = refundedAt === null && nextAt !== null
  if (underWay || lastInvoiceId === null || lastInvoiceId === refundInvoiceId) return
  await markForRefund(queries, subscription, { reason: 'later', now })
}

/**
 * Takes back the last month's credit, even if the bank does not pay the refund out: staff then refund it another way.
 * The part paid by provider credit goes to the balance.
 */
async function settleCredit(queries: Queries, subscription: StoredSubscription, now: number): Promise<void> {
  const { client_id: clientId, id: subscriptionId, paid_invoice_id: invoiceId, paid_credit_cents: cents } = subscription
  if (invoiceId === null) return
  await takePlanCreditBack(queries, { clientId, invoiceId, at: now })
  await givePlanCreditPart(queries, { clientId, subscriptionId, invoiceId, cents, at: now })
}

/** The month to refund, with the card's part in cents; an older request without one means the last month. */
export function monthToRefund(subscription: StoredSubscription) {
  const { refund_invoice_id: invoiceId, refund_payment_id: paymentId, refund_cents: cents } = subscription
  if (invoiceId !== null) return { invoiceId, paymentId, cents: cents ?? 0 }
  return {
    invoiceId: subscription.paid_invoice_id,
    paymentId: subscription.payment_id,
    cents: subscription.paid_cents,
  }
}

/** The cents still to refund of {@link monthToRefund}: staff may have refunded a part at the provider. */
export async function centsToRefund(queries: Queries, subscription: StoredSubscription): Promise<number> {
  const { client_id: clientId, id: subscriptionId } = subscription
  const { paymentId, cents } = monthToRefund(subscription)
  if (paymentId === null) return 0
  return cents - (await refundedOfPlanPayment(queries, { clientId, subscriptionId, paymentId }))
}

/** Books the provider's answer about the refund of a month, idempotently; the caller has the client's lease. */
async function bookMonthRefund(
  queries: Queries,
  product: Pick<AppContext, 'settings'>,
  report: { subscription: StoredSubscription; invoiceId: string; cardRefund: CardRefund; now: number },
): Promise<void> {
  const { subscription, invoiceId, cardRefund, now } = report
  const { client_id: clientId, id } = subscription
  const { id: refundId, paymentIntentId: paymentId } = cardRefund
  const isMonthToRefund = monthToRefund(subscription).paymentId === paymentId
  // A part that staff refund at the provider does not stand for the requested refund.
  const isRequested = isMonthToRefund && cardRefund.refundId !== null
  if (cardRefund.status === 'pending') {
    if (isRequested) await noteOnSubscription(queries, subscription, { refund_id: refundId })
    return
  }
  const refund = { clientId, subscriptionId: id, refundId, paymentId, cents: cardRefund.cents, at: now }
  if (cardRefund.status === 'failed') {
    await unbookPlanRefund(queries, refund)
    // A refund of another month, or a second one of this month, does not finish the pending one.
    const ends = subscription.refund_id === null ? isRequested : isMonthToRefund && subscription.refund_id === refundId
    return handleFailedRefund(queries, product, { subscription, refundId, cents: cardRefund.cents, ends, now })
  }
  if (!(await bookPlanRefund(queries, refund))) return
  if (!(await isWhollyRefunded(queries, refund))) return
  // A whole refund of another month, made in the provider's dashboard, takes the credit of that month (SUB-13).
  if (!isMonthToRefund) return takePlanCreditBack(queries, { clientId, invoiceId, at: now })
  await noteOnSubscription(queries, subscription, { refund_id: refundId, refunded_at: new Date(now) })
  // A refund made in the provider's dashboard was not requested here.
  if (subscription.refund_asked_at === null) await settleCredit(queries, subscription, now)
  await notifyOfRefund(queries, {
    subscription,
    invoiceId,
    cents: await refundedOfPlanPayment(queries, refund),
    zone: product.settings.companyZone,
    now,
  })
  await giveLaterBillBack(queries, { clientId, id, now })
}

/**
 * Notifies staff of a failed refund, so that they return the money another way (abuse 21). With `ends`, the requested
 * month is no longer refunded here, and the client is notified of the plan's end, which no refund's mail reports.
 */
async function handleFailedRefund(
  queries: Queries,
  { settings }: Pick<AppContext, 'settings'>,
  refund: { subscription: StoredSubscription; refundId: string; cents: number; ends: boolean; now: number },
): Promise<void> {
  const { subscription, refundId, cents, ends, now } = refund
  if (ends) await noteOnSubscription(queries, subscription, { refund_next_at: null, refunded_at: null })
  if (ends && subscription.refund_reason === 'asked' && subscription.refunded_at === null)
    await notifyOfEnd(queries, { subscription, zone: settings.companyZone, now })
  await mailStaff(queries, now, settings, {
    template: 'month-refund-failed',
    variables: { subscription: subscription.id, amount: formatMoney(cents), client: subscription.client_id },
    dedupeKey: `refund-failed:${refundId}`,
  })
  await giveLaterBillBack(queries, { clientId: subscription.client_id, id: subscription.id, now })
}

/**
 * The provider refuses the refund of a month permanently: it is not retried, and staff are notified. A no-op if the
 * month was refunded since `subscription` was read.
 */
export async function giveUpMonthRefund(
  product: AppContext,
  subscription: StoredSubscription,
  { refundId, cents }: { refundId: string; cents: number },
): Promise<void> {
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const current = await stillToRefund(queries, subscription)
    if (current !== undefined)
      await handleFailedRefund(queries, product, { subscription: current, refundId, cents, ends: true, now })
  })
}

/** Finishes the refund of a month without money to return: a trial's, or one that staff refunded at the provider. */
export async function finishMonthRefund(product: AppContext, subscription: StoredSubscription): Promise<void> {
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const current = await stillToRefund(queries, subscription)
    if (current === undefined) return
    await noteOnSubscription(queries, current, { refunded_at: new Date(now) })
    await giveLaterBillBack(queries, { clientId: current.client_id, id: current.id, now })
  })
}

/**
 * Locks the client and reads a claimed subscription again; undefined if its month was refunded since, or the refund of a
 * later bill is pending now.
 */
async function stillToRefund(
  queries: Queries,
  { client_id: clientId, id, refund_invoice_id: invoiceId }: StoredSubscription,
): Promise<StoredSubscription | undefined> {
  await lockedTags(queries, clientId)
  const current = await subscriptionOfClient(queries, clientId, id)
  return current?.refunded_at === null && current.refund_invoice_id === invoiceId ? current : undefined
}

/**
 * Books a refund of a month that the provider reports; a no-op for any other refund. Throws {@link PaymentNotBooked} as
 * {@link planOfReversal} does.
 */
export async function applyMonthRefund(product: AppContext, cardRefund: CardRefund): Promise<string | undefined> {
  const payment = await planOfReversal(product.queries, cardRefund)
  if (payment === undefined) return undefined
  const { clientId, subscriptionId, invoiceId } = payment
  await transaction(product.queries, async (queries) => {
    await lockedTags(queries, clientId)
    const subscription = await subscriptionOfClient(queries, clientId, subscriptionId)
    if (subscription === undefined) return
    await bookMonthRefund(queries, product, { subscription, invoiceId, cardRefund, now: product.clock.now() })
  })
  // A later bill may be due now.
  product.wake.payments()
  return subscriptionId
}
