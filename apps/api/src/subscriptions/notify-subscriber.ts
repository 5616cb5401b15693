import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { type PlanTag, plans } from '@nerdify/domain/plans/plans.ts'
import { endsUnpaid, isOver, isOwed, isPaymentFailed, isRunning } from '@nerdify/domain/plans/subscription-status.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { readClient } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { VariablesOf } from '../outbox/templates/messages.ts'
import type { PlanMessageName } from '../outbox/templates/plan-messages.ts'
import type { CardInvoice } from '../ports.ts'
import type { StoredSubscription } from './subscriptions.store.ts'

/** A mail about a plan; `key` deduplicates it. */
interface PlanMail<Name extends PlanMessageName> {
  clientId: string
  template: Name
  variables: VariablesOf<Name>
  key: string
  now: number
}

/** Mails a client about their plan, in the transaction of the event; each mail is sent once. */
export async function notifySubscriber<Name extends PlanMessageName>(
  queries: Queries,
  mail: PlanMail<Name>,
): Promise<void> {
  const email = knownEmail((await readClient(queries, mail.clientId)).email)
  if (email === null) return
  await enqueue(queries, mail.now, {
    channel: 'email',
    to: email,
    template: mail.template,
    variables: mail.variables,
    dedupeKey: `${mail.template}:${mail.key}`,
  })
}

/** A message's subscription, whose days are in the company's `zone` (EASE-07). */
interface PlanNews {
  subscription: StoredSubscription
  zone: string
  now: number
}

/** The variables of each mail about a plan. */
const wordsOf = ({ subscription, zone }: PlanNews) => ({
  plan: plans[subscription.plan].name,
  price: formatMoney(subscription.monthly_cents),
  until: fullDates(zone).dateOfZone(subscription.period_end),
})

/**
 * Notifies the client of changes since the last look at a subscription (SUB-11). A canceled one whose payment failed
 * ends next, and the mail about the end reports both.
 */
export async function notifyOfChange(
  queries: Queries,
  before: StoredSubscription | undefined,
  news: PlanNews,
): Promise<void> {
  const { subscription: after, now } = news
  const about = { clientId: after.client_id, variables: wordsOf(news), now }
  const month = `${after.id}:${after.period_end}`
  const tell = (
    template: Exclude<PlanMessageName, 'plan-paid' | 'plan-refunded' | 'plan-month-refunded'>,
    key: string,
  ) => notifySubscriber(queries, { ...about, template, key })
  if (endsUnpaid(after.status, after.cancel_at_period_end)) return
  if (before === undefined && after.status === 'trialing') await tell('plan-trial-started', after.id)
  if (isPaymentFailed(after.status) && (before === undefined || !isPaymentFailed(before.status))) {
    await tell('plan-payment-failed', month)
  }
  if (isOver(after.status)) {
    // If its month is refunded, the refund's mail reports the end.
    const gone = before !== undefined && !isOver(before.status) && after.refund_asked_at === null
    if (gone) await tell(isOwed(before.status) ? 'plan-ended-unpaid' : 'plan-ended', after.id)
    return
  }
  if (before === undefined) return
  if (after.cancel_at_period_end && !before.cancel_at_period_end) await tell('plan-canceled', `${month}:${now}`)
  if (!after.cancel_at_period_end && before.cancel_at_period_end) await tell('plan-resumed', `${month}:${now}`)
  if (after.plan !== before.plan) await tell('plan-changed', `${month}:${now}`)
}

/** Notifies of a paid month, with its credit (SUB-13). */
export async function notifyOfPayment(
  queries: Queries,
  news: PlanNews & { invoice: CardInvoice; creditCents: number },
): Promise<void> {
  const { subscription, invoice, creditCents, now } = news
  const amount = formatMoney(invoice.paidCents)
  const credit = creditCents === 0 ? '' : formatMoney(creditCents)
  const words = wordsOf(news)
  const until = isCharged(subscription) ? words.until : ''
  const variables = { ...words, until, amount, card: subscription.card_last4 ?? '', credit }
  const clientId = subscription.client_id
  await notifySubscriber(queries, { clientId, template: 'plan-paid', variables, key: invoice.id, now })
}

/** Whether a plan is charged again: it is not canceled, over, or being refunded. */
const isCharged = ({ cancel_at_period_end: isCanceled, refund_asked_at: refundAskedAt, ...plan }: StoredSubscription) =>
  isRunning(plan) && !isCanceled && refundAskedAt === null

/** Notifies of a refunded month, and of the plan's end unless the client keeps a plan. */
export async function notifyOfRefund(
  queries: Queries,
  news: PlanNews & { invoiceId: string; cents: number },
): Promise<void> {
  const { subscription, invoiceId, cents, now } = news
  const variables = { ...wordsOf(news), amount: formatMoney(cents) }
  const key = `${subscription.id}:${invoiceId}`
  const { client_id: clientId, surplus, status, refund_asked_at: refundAskedAt } = subscription
  const keepsPlan = surplus || (refundAskedAt === null && !isOver(status))
  const template = keepsPlan ? 'plan-month-refunded' : 'plan-refunded'
  await notifySubscriber(queries, { clientId, template, variables, key, now })
}

/** Notifies of the end of a plan whose month was not refunded. */
export async function notifyOfEnd(queries: Queries, news: PlanNews): Promise<void> {
  const { client_id: clientId, id: key } = news.subscription
  await notifySubscriber(queries, { clientId, template: 'plan-ended', variables: wordsOf(news), key, now: news.now })
}

/** Notifies that a trial was ended at once, because its card had one before (SUB-06, abuse 22). */
export async function notifyOfRefusedTrial(
  queries: Queries,
  trial: { clientId: string; subscriptionId: string; plan: PlanTag; now: number },
): Promise<void> {
  const { clientId, subscriptionId: key, plan, now } = trial
  const variables = { plan: plans[plan].name }
  await notifySubscriber(queries, { clientId, template: 'plan-trial-refused', variables, key, now })
}

/** Reminds of the end of a trial (SUB-11), once. */
export async function remindOfEnd(queries: Queries, news: PlanNews): Promise<void> {
  const { subscription, now } = news
  if (subscription.status !== 'trialing' || subscription.cancel_at_period_end) return
  const { client_id: clientId, id: key } = subscription
  await notifySubscriber(queries, { clientId, template: 'plan-trial-ending', variables: wordsOf(news), key, now })
}
