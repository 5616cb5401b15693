import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lockedTags } from '../accounts/change-tags.ts'
import { transaction } from '../database/transaction.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { CardCallRefused, type CardRefund } from '../ports.ts'
import type { Product } from '../product.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { applyMonthRefund, giveLaterBillBack, giveUpMonthRefund, meantMonth } from './refund-month.ts'
import { claimPlanRefunds, noteOnSubscription, type StoredSubscription } from './subscriptions.store.ts'
import { syncSubscription, syncUnderLease } from './sync-subscription.ts'

/** How long the key is trusted: later it may keep an error. */
const keyHoldsMs = 5 * 60_000
const batch = 10
/** After so many tries, more than two hours, staff are told. */
const triesBeforeStaff = 8

/** Asks the provider for the refunds of months that are due (PUB-03: within 24 hours); answers how many there were. */
export async function sendDueMonthRefunds(product: Product, warn: (error: Error) => void): Promise<number> {
  const now = product.clock.now()
  const due = await claimPlanRefunds(product.queries, { now, most: batch })
  for (const subscription of due) {
    try {
      await withSubscriptionsOf(product, subscription.client_id, () => send(product, subscription))
    } catch (error) {
      // At each further try too, in case a process ended in the middle of that one. The mail leaves once.
      if (subscription.refund_attempts >= triesBeforeStaff) await tellOfDoubt(product, subscription, error as Error)
      warn(error as Error)
    }
  }
  return due.length
}

/** Tells staff, once, of a month that the provider does not give back: it is tried on, with growing pauses (HOLD-06). */
async function tellOfDoubt(product: Product, subscription: StoredSubscription, { message }: Error): Promise<void> {
  const { invoiceId, cents } = meantMonth(subscription)
  await mailStaff(product.queries, product.clock.now(), product.settings, {
    template: 'refund-in-doubt',
    variables: { number: subscription.id, amount: formatMoney(cents), reason: message },
    dedupeKey: `refund-in-doubt:month:${invoiceId ?? subscription.id}`,
  })
  product.wake.outbox()
}

async function send(product: Product, subscription: StoredSubscription): Promise<void> {
  const { client_id: clientId, id } = subscription
  const { invoiceId, paymentId, cents } = meantMonth(subscription)
  if (paymentId === null || invoiceId === null || cents === 0) {
    // No card paid anything, such as in a trial.
    await transaction(product.queries, async (queries) => {
      const now = product.clock.now()
      await lockedTags(queries, clientId)
      await noteOnSubscription(queries, subscription, { refunded_at: new Date(now) })
      await giveLaterBillBack(queries, { clientId, id, now })
    })
  } else {
    await refundMonth(product, subscription, { refundId: `month:${invoiceId}`, paymentIntentId: paymentId, cents })
  }
  await product.cards.endNow(id)
  await syncUnderLease(product, clientId, id)
  product.wake.outbox()
}

interface NamedRefund {
  refundId: string
  paymentIntentId: string
  cents: number
}

async function refundMonth(product: Product, subscription: StoredSubscription, named: NamedRefund): Promise<void> {
  try {
    const made =
      subscription.refund_id === null
        ? await askForRefund(product, subscription, named)
        : await product.cards.refundOf(subscription.refund_id)
    await applyMonthRefund(product, { ...made, paymentIntentId: named.paymentIntentId })
  } catch (error) {
    // Refused for good: given back already in another way, or disputed meanwhile. The plan ends all the same.
    if (!(error instanceof CardCallRefused)) throw error
    await giveUpMonthRefund(product, subscription, named.refundId)
  }
}

/** By the key for some minutes; after them it is looked for by its name, and asked for anew where there is none (HOLD-01). */
async function askForRefund(
  product: Product,
  { refund_asked_at: askedAt }: StoredSubscription,
  { cents, ...named }: NamedRefund,
): Promise<CardRefund> {
  const anew = (askedAt ?? 0) < product.clock.now() - keyHoldsMs
  const made = anew ? await product.cards.refundMade(named) : undefined
  return made ?? product.cards.refund({ ...named, cents, anew })
}

/** The same for a refund that an event tells of, be it made here or at the provider itself. */
export async function applyPlanRefundEvent(product: Product, providerId: string): Promise<void> {
  const subscriptionId = await applyMonthRefund(product, await product.cards.refundOf(providerId))
  if (subscriptionId !== undefined) await syncSubscription(product, subscriptionId)
}
