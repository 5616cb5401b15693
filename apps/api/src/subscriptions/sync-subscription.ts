import { plans, planTags, type PlanTag } from '@nerdify/domain/plans/plans.ts'
import {
  endsUnpaid,
  isInForce,
  isOver,
  isRunning,
  type SubscriptionStatus,
  subscriptionStatuses,
  tagsAfterSubscriptions,
} from '@nerdify/domain/plans/subscription-status.ts'
import { lockedTags, replaceTags } from '../accounts/change-tags.ts'
import { readClient } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { CardSubscription } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { bookInvoice } from './book-invoice.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { markForRefund } from './refund-month.ts'
import {
  claimTrialUses,
  keepSubscription,
  type StoredSubscription,
  subscriptionOfClient,
  subscriptionsOf,
} from './subscriptions.store.ts'
import { notifyOfChange, notifyOfRefusedTrial } from './notify-subscriber.ts'
import { trialMarksOf } from './trial-offer.ts'

/** The plan or the status of a subscription at the provider is not one of ours. */
export class UnknownPlan extends Error {}

/**
 * Copies a subscription from the provider and derives the client's tags from it (SUB-10). Idempotent: every event, the
 * page after the checkout and the poller call it, in any order.
 */
export async function syncSubscription(product: AppContext, subscriptionId: string): Promise<void> {
  const { clientId } = await product.cards.subscriptionOf(subscriptionId)
  // A foreign subscription: the provider's account may serve other products.
  if (clientId === null) return
  await withSubscriptionsOf(product, clientId, () => syncUnderLease(product, clientId, subscriptionId))
}

/** Syncs a subscription; the caller holds the lease of the client's subscriptions. Throws {@link UnknownPlan}. */
export async function syncUnderLease(product: AppContext, clientId: string, subscriptionId: string): Promise<void> {
  // Fetched under the lease, so that an older answer never overtakes a newer one.
  const found = await product.cards.subscriptionOf(subscriptionId)
  const plan = planTags.find((tag) => tag === found.tag)
  const status = subscriptionStatuses.find((known) => known === found.status)
  if (plan === undefined || status === undefined) {
    throw new UnknownPlan(`the subscription ${subscriptionId} is of an unknown plan or status`)
  }
  const { latestInvoiceId: invoiceId } = found
  // Before the end is copied: a failure in between would hide that a late payment must go back.
  const booksFirst =
    isOver(status) && (await subscriptionOfClient(product.queries, clientId, subscriptionId)) !== undefined
  if (booksFirst && invoiceId !== null) await bookInvoice(product, clientId, invoiceId)
  const verdict = await transaction(product.queries, (queries) =>
    apply(queries, product, { clientId, found, plan, status }),
  )
  if (!booksFirst && invoiceId !== null) await bookInvoice(product, clientId, invoiceId)
  if (verdict !== 'keep') return endAgain(product, { clientId, subscriptionId, status, verdict })
  if (booksFirst) product.wake.payments()
  product.wake.outbox()
}

/** The verdict on a fetched subscription. */
type Verdict = 'keep' | 'surplus' | 'trial_used' | 'client_gone' | 'canceled_unpaid'

interface FetchedSubscription {
  clientId: string
  found: CardSubscription
  plan: PlanTag
  status: SubscriptionStatus
}

async function apply(
  queries: Queries,
  product: AppContext,
  { clientId, found, plan, status }: FetchedSubscription,
): Promise<Verdict> {
  const now = product.clock.now()
  const tags = await lockedTags(queries, clientId)
  const before = await subscriptionOfClient(queries, clientId, found.id)
  const others = (await subscriptionsOf(queries, clientId)).filter(({ id }) => id !== found.id)
  const { family } = plans[plan]
  const rival = others.some((subscription) => subscription.family === family && isRunning(subscription))
  const surplus = before?.surplus ?? (rival && !isOver(status))
  const claimsTrial = tags !== undefined && !surplus && status === 'trialing'
  const granted =
    !claimsTrial || (await claimTrial(queries, product, { clientId, found, now })) || isRunningTrial(before, status)
  const trialRefused = before?.trial_refused === true || !granted
  // The copy of an erased client's plan stays without the card (LAW-06).
  const kept = tags === undefined ? { ...found, card: null } : found
  await keepSubscription(queries, rowOf({ clientId, found: kept, plan, status }, { surplus, trialRefused, now }))
  if (tags === undefined) return isOver(status) ? 'keep' : 'client_gone'
  if (surplus) return isOver(status) ? 'keep' : 'surplus'
  const after = await subscriptionsOf(queries, clientId)
  const ownPlans = after.filter((subscription) => !subscription.surplus && !subscription.trial_refused)
  await replaceTags(queries, clientId, tagsAfterSubscriptions(tags, ownPlans.map(factsOf)))
  // The plan never started: it has no tag, and no mail about its end (SUB-14).
  if (trialRefused) {
    await notifyOfRefusedTrial(queries, { clientId, subscriptionId: found.id, plan, now })
    return isOver(status) ? 'keep' : 'trial_used'
  }
  const current = after.find(({ id }) => id === found.id)
  if (current !== undefined)
    await notifyOfChange(queries, before, { subscription: current, zone: product.settings.companyZone, now })
  if (endsUnpaid(status, found.cancelAtPeriodEnd)) return 'canceled_unpaid'
  if (endedUnpaid(before, status)) {
    const late = { clientId, subscriptionId: found.id, paidInvoiceId: found.latestInvoiceId }
    await refundLastMonth(queries, late, { reason: 'later', now })
  }
  return 'keep'
}

/** Whether a plan that was canceled with a failed payment has ended; a late payment of its last bill goes back. */
const endedUnpaid = (before: StoredSubscription | undefined, status: SubscriptionStatus): boolean =>
  isOver(status) && before !== undefined && endsUnpaid(before.status, before.cancel_at_period_end)

/** A running trial stays granted, even on another card that had a trial: only the first card is checked. */
const isRunningTrial = (before: StoredSubscription | undefined, status: SubscriptionStatus): boolean =>
  before?.status === status && before.card_last4 !== null

const factsOf = (subscription: StoredSubscription) => ({
  plan: subscription.plan,
  status: subscription.status,
  refunded: subscription.refunded_at !== null,
  startedAt: subscription.started_at,
})

function rowOf(
  { clientId, found, plan, status }: FetchedSubscription,
  { surplus, trialRefused, now }: { surplus: boolean; trialRefused: boolean; now: number },
) {
  return {
    client_id: clientId,
    id: found.id,
    customer_id: found.customerId,
    plan,
    family: plans[plan].family,
    status,
    surplus,
    trial_refused: trialRefused,
    cancel_at_period_end: found.cancelAtPeriodEnd,
    monthly_cents: found.monthlyCents,
    period_start: new Date(found.periodStart),
    period_end: new Date(found.periodEnd),
    trial_end: found.trialEnd === null ? null : new Date(found.trialEnd),
    card_last4: found.card?.last4 ?? null,
    started_at: new Date(found.startedAt),
    synced_at: new Date(now),
  }
}

/** Claims the trial; false if the client, or only the card, had another before (SUB-06, abuse 22). */
async function claimTrial(
  queries: Queries,
  product: AppContext,
  { clientId, found, now }: { clientId: string; found: CardSubscription; now: number },
): Promise<boolean> {
  const { phone, email } = await readClient(queries, clientId)
  const marks = trialMarksOf(product.settings.secret, {
    clientId,
    phone,
    email,
    cardFingerprint: found.card?.fingerprint ?? null,
  })
  return claimTrialUses(queries, marks, { clientId, subscriptionId: found.id, now })
}

/** A subscription that must end, with its status and the reason. */
interface UnwantedSubscription {
  clientId: string
  subscriptionId: string
  status: SubscriptionStatus
  verdict: Verdict
}

/**
 * Ends an unwanted subscription; refunds a second one of its family, and one paid after the account was erased. The sync
 * after the end refunds a payment that reaches a canceled one as it ends.
 */
async function endAgain(product: AppContext, unwanted: UnwantedSubscription): Promise<void> {
  const { clientId, subscriptionId, status, verdict } = unwanted
  if ((verdict === 'surplus' || verdict === 'client_gone') && isInForce(status)) {
    const terms = { reason: verdict, now: product.clock.now() }
    await transaction(product.queries, async (queries) => {
      await lockedTags(queries, clientId)
      await refundLastMonth(queries, { clientId, subscriptionId }, terms)
    })
  }
  await product.cards.endNow(subscriptionId)
  await syncUnderLease(product, clientId, subscriptionId)
  product.wake.payments()
}

/**
 * Marks the last month for a refund; with `paidInvoiceId`, only if its payment paid that bill. An earlier request stays.
 * The caller has locked the client's row.
 */
async function refundLastMonth(
  queries: Queries,
  month: { clientId: string; subscriptionId: string; paidInvoiceId?: string | null },
  terms: Parameters<typeof markForRefund>[2],
): Promise<void> {
  const { clientId, subscriptionId, paidInvoiceId } = month
  const subscription = await subscriptionOfClient(queries, clientId, subscriptionId)
  if (subscription === undefined || subscription.refund_asked_at !== null) return
  const isOther = paidInvoiceId === null || subscription.paid_invoice_id !== paidInvoiceId
  if (paidInvoiceId !== undefined && isOther) return
  await markForRefund(queries, subscription, terms)
}
