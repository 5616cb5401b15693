import { type Plan, plans, purchaseOf } from '@nerdify/domain/plans/plans.ts'
import { isRunning } from '@nerdify/domain/plans/subscription-status.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { earnedCredit } from '../payments/ledger/plan-money.ts'
import { CardCallRefused, CardObjectGone, CardsUnavailable } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { askForMonthBack } from './refund-month.ts'
import {
  liveSubscriptionIds,
  openCheckoutOf,
  type StoredSubscription,
  subscriptionOfClient,
  subscriptionsOf,
} from './subscriptions.store.ts'
import { closeCheckout } from './settle-checkout.ts'
import { syncUnderLease, UnknownPlan } from './sync-subscription.ts'

/** A subscription with its client. */
export interface OwnSubscription {
  clientId: string
  id: string
}

const planEnded = () => new Refusal(409, 'This plan has already ended.', { type: 'plan_ended' })

/** A client's current subscription, else 409; 404 for any other, even another's (abuse 24). */
async function ownLive(product: AppContext, { clientId, id }: OwnSubscription): Promise<StoredSubscription> {
  const found = await subscriptionOfClient(product.queries, clientId, id)
  if (found === undefined || found.surplus) throw notFound()
  if (!isRunning(found)) throw planEnded()
  return found
}

/**
 * Calls the provider about a subscription, under the client's lease. If it has ended there before its event arrived,
 * this is 409, and our copy is synced.
 */
async function whileItRuns<Answer>(
  product: AppContext,
  { clientId, id }: OwnSubscription,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CardCallRefused || error instanceof CardObjectGone)) throw error
    await syncUnderLease(product, clientId, id)
    const found = await subscriptionOfClient(product.queries, clientId, id)
    if (found !== undefined && isRunning(found)) throw error
    throw planEnded()
  }
}

/** The result of a call of the provider; 503 with a time to retry while the provider is unreachable (abuse 17). */
export async function orUnavailable<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error
    throw new Refusal(503, 'Our card provider isn’t answering right now. Please try again in a moment.', {
      type: 'unavailable',
      retryAfter: 5,
    })
  }
}

/** The id of a client's current plan, by its tag; 422 plan_unknown if there is none. */
export async function runningPlanId(queries: Queries, clientId: string, tag: string): Promise<string> {
  const running = (await subscriptionsOf(queries, clientId)).filter(isRunning)
  const found = running.find(({ plan }) => plan === tag)
  if (found !== undefined) return found.id
  const has = running.length === 0 ? 'no plan that runs' : running.map(({ plan }) => plan).join(' and ')
  throw unacceptable(`This client has ${has}.`, 'plan', 'plan_unknown')
}

/** Staff's writes at an end, under the lease; thrown in the transaction of a refund, they undo all of it. */
export type WriteOfEnd = (queries: Queries, subscription: StoredSubscription) => Promise<void>

/**
 * Ends a subscription with the current month, or cancels that (SUB-11); idempotent. While its payment fails, the sync
 * ends it at once.
 */
export async function endWithMonth(
  product: AppContext,
  own: OwnSubscription,
  ends: boolean,
  write?: WriteOfEnd,
): Promise<void> {
  await withSubscriptionsOf(product, own.clientId, async () => {
    const subscription = await ownLive(product, own)
    await whileItRuns(product, own, () => product.cards.endWithMonth(own.id, ends))
    if (write === undefined) return syncUnderLease(product, own.clientId, own.id)
    await transaction(product.queries, (queries) => write(queries, subscription))
    await finishLater(product, () => syncUnderLease(product, own.clientId, own.id))
  })
}

/** Ends a subscription at once and refunds its last month (PUB-03); 409 if that is impossible. */
export async function giveMonthBack(product: AppContext, own: OwnSubscription, write?: WriteOfEnd): Promise<void> {
  const { clientId, id } = own
  await withSubscriptionsOf(product, clientId, async () => {
    const subscription = await ownLive(product, own)
    const { refund_asked_at: askedAt, refund_reason: reason, refunded_at: doneAt } = subscription
    // Requested earlier, while the provider was unreachable: end it now.
    const isAsked = askedAt !== null && reason === 'asked' && doneAt === null
    await transaction(product.queries, async (queries) => {
      if (!isAsked) await askForMonthBack(queries, { clientId, id, now: product.clock.now() })
      await write?.(queries, subscription)
    })
    const finish = async () => {
      await product.cards.endNow(id)
      await syncUnderLease(product, clientId, id)
    }
    await (write === undefined ? finish() : finishLater(product, finish))
  })
  product.wake.payments()
}

/** Leaves the provider's part of a committed end to background work if it fails: a repeat would write twice (OPS-11). */
const finishLater = (product: AppContext, finish: () => Promise<void>): Promise<void> =>
  finish().catch((error: Error) => product.putOff(error))

/** The cost of another plan, in cents; `at` in epoch seconds. */
export interface PlanTerms {
  plan: Plan
  dueCents: number
  creditCents: number
  at: number
}

/** The current cost of another plan, without a change. 422 for an unavailable plan, or during a trial. */
export async function previewPlan(product: AppContext, own: OwnSubscription, tag: string): Promise<PlanTerms> {
  return withSubscriptionsOf(product, own.clientId, async () => {
    const subscription = await ownLive(product, own)
    const terms = { subscription, plan: otherPlan(subscription, tag), at: secondsOf(product.clock.now()) }
    return whileItRuns(product, own, () => termsOf(product, terms))
  })
}

/** How long the terms of a preview are valid, in seconds. */
const termsHold = 15 * 60

/**
 * Changes the plan on the terms of the preview: 409 if they have changed, 422 without a change if the card was
 * declined. A plan that was to end continues with the new one (SUB-11).
 */
export async function changePlan(
  product: AppContext,
  own: OwnSubscription,
  wanted: { tag: string; at: number; dueCents: number },
): Promise<void> {
  await withSubscriptionsOf(product, own.clientId, async () => {
    const subscription = await ownLive(product, own)
    const plan = otherPlan(subscription, wanted.tag)
    const terms = await whileItRuns(product, own, () => termsOf(product, { subscription, plan, at: wanted.at }))
    const age = secondsOf(product.clock.now()) - wanted.at
    if (age < 0 || age > termsHold || terms.dueCents !== wanted.dueCents) {
      throw new Refusal(409, 'The price of this change is different now. Please check it again.', {
        type: 'terms_changed',
      })
    }
    const prorated = await isProrated(product, subscription, plan)
    const changed = await whileItRuns(product, own, () =>
      product.cards.changePlan({ subscriptionId: own.id, plan, at: wanted.at, prorated }),
    )
    if (!changed) {
      throw unacceptable(
        'Your card was declined, so your plan stays as it is. You can change the card.',
        'tag',
        'card_declined',
      )
    }
    await syncUnderLease(product, own.clientId, own.id)
  })
}

const secondsOf = (ms: number) => Math.floor(ms / 1000)

function otherPlan(subscription: StoredSubscription, tag: string): Plan {
  const purchase = purchaseOf(tag)
  if (purchase === undefined || purchase.trial || purchase.plan.family !== subscription.family) {
    throw unacceptable('This plan is not for sale.', 'tag', 'plan_unknown')
  }
  if (purchase.plan.tag === subscription.plan) throw unacceptable('You already have this plan.', 'tag', 'plan_same')
  if (subscription.status !== 'active') {
    throw unacceptable(
      subscription.status === 'trialing'
        ? 'You can change your plan once its trial is over.'
        : 'Please pay what’s due first. Then you can change your plan.',
      'tag',
      'plan_fixed',
    )
  }
  return purchase.plan
}

/**
 * Whether a change of plan is prorated. Not for a cheaper plan if the current one credits, or if the month has credited
 * already, even through a third plan: then this month stays as paid, and the next one costs less.
 */
async function isProrated(product: AppContext, subscription: StoredSubscription, next: Plan): Promise<boolean> {
  const { plan, monthly_cents: monthlyCents, paid_invoice_id: invoiceId } = subscription
  if (next.monthlyCents > monthlyCents) return true
  if (plans[plan].creditCents > 0) return false
  return invoiceId === null || !(await earnedCredit(product.queries, invoiceId))
}

async function termsOf(
  product: AppContext,
  { subscription, plan, at }: { subscription: StoredSubscription; plan: Plan; at: number },
): Promise<PlanTerms> {
  if (!(await isProrated(product, subscription, plan))) return { plan, dueCents: 0, creditCents: 0, at }
  const cents = await product.cards.previewPlan({ subscriptionId: subscription.id, plan, at })
  return { plan, dueCents: Math.max(0, cents), creditCents: Math.max(0, -cents), at }
}

/** Closes a client's open pages and ends all their subscriptions at once, before the account is erased (LAW-06). */
export async function endAllSubscriptions(product: AppContext, clientId: string): Promise<void> {
  // The plan has ended, so its copy does not stop the erasure; the comparison of the books reports it.
  const passUnknownPlan = (error: Error) => {
    if (!(error instanceof UnknownPlan)) throw error
    product.putOff(error)
  }
  await withSubscriptionsOf(product, clientId, async () => {
    for (const kind of ['subscribe', 'card'] as const) {
      const open = await openCheckoutOf(product.queries, clientId, kind)
      const sessionId = open?.session_id ?? null
      if (open !== undefined && sessionId !== null)
        await closeCheckout(product, open, await product.cards.planSession(sessionId)).catch(passUnknownPlan)
    }
    for (const id of await liveSubscriptionIds(product.queries, clientId)) {
      await product.cards.endNow(id)
      await syncUnderLease(product, clientId, id).catch(passUnknownPlan)
    }
  })
}
