import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { Subscription } from '@nerdify/contract/subscriptions.ts'
import { planTags, plans } from '@nerdify/domain/plans/plans.ts'
import { isPaymentFailed } from '@nerdify/domain/plans/subscription-status.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'

/** "$7": plan prices are whole dollars without cents. */
export const planPrice = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')

/** "Mon, Dec 21", "Thu, Jan 21, 2027": a plan's day in the reader's zone; `now` in epoch milliseconds (EASE-07). */
export const planDay = (at: string, now: number): string => ownDates.date(Date.parse(at), now)

/** A subscription's plan; the smallest one for a tag unknown to this version. */
export const planTagOf = ({ tag }: Pick<Subscription, 'tag'>) =>
  planTags.find((known) => known === tag) ?? 'nerdify_basic'

/** The plan and its next date in one sentence; undefined after a failed payment, which has its own notice (SUB-05). */
export function planStatusText(subscription: Subscription, now: number): string | undefined {
  const { status, current_period_end: end, cancel_at_period_end: ends } = subscription
  if (isPaymentFailed(status)) return undefined
  const { name } = plans[planTagOf(subscription)]
  const sentence = ends
    ? subscriptionTexts.planEnds
    : status === 'trialing'
      ? subscriptionTexts.onTrial
      : subscriptionTexts.onPlan
  return sentence(name, planDay(end, now))
}

const dayMs = 86_400_000

/**
 * The day of the next charge if the plan starts now; after a trial, its first charge. The card provider counts months in
 * UTC.
 */
export function nextCharge(now: number, trialDays: number | undefined): string {
  if (trialDays !== undefined) return ownDates.date(now + trialDays * dayMs, now)
  const next = new Date(now)
  const day = next.getUTCDate()
  next.setUTCMonth(next.getUTCMonth() + 1)
  // 31 January became 3 March: back to the last day of February.
  if (next.getUTCDate() !== day) next.setUTCDate(0)
  return ownDates.date(next.getTime(), now)
}
