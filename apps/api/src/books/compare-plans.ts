import { unbookedInvoices } from '../payments/ledger/plan-money.ts'
import type { CardSubscription, PaidInvoice } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { applyInvoice } from '../subscriptions/apply-event.ts'
import {
  allLiveSubscriptions,
  type StoredSubscription,
  subscriptionOfClient,
  subscriptionsAmong,
} from '../subscriptions/subscriptions.store.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { batchesOf } from './compare-sums.ts'

/** Also compares subscriptions that began and ended within this time, although the comparison runs daily. */
const recentMs = 2 * 24 * 3_600_000
/** An invoice may be paid two weeks after its date, while its card is retried; a month more covers a long outage. */
const invoiceLifeMs = 45 * 24 * 3_600_000

/**
 * Compares our copies of subscriptions and their paid invoices with the provider (PAY-04, SUB-10). A difference means a
 * lost webhook that the provider no longer lists, so it is repaired as the webhook would have done (decision 0024).
 * Returns a sentence about each for staff.
 */
export async function comparePlans(product: AppContext): Promise<string[]> {
  const now = product.clock.now()
  const differences: string[] = []
  for (const key of await differingSubscriptions(product, now - recentMs)) {
    product.ending.throwIfAborted()
    const difference = await repairCopy(product, key)
    if (difference !== undefined) differences.push(difference)
  }
  for (const invoice of await unbookedOf(product, await listOf(product.cards.paidInvoices(now - invoiceLifeMs)))) {
    product.ending.throwIfAborted()
    differences.push(await bookMissing(product, invoice))
  }
  return differences
}

interface Key {
  clientId: string
  id: string
}

/** Subscriptions whose copies differ from the provider's, and live copies that the provider no longer lists. */
async function differingSubscriptions(product: AppContext, since: number): Promise<Key[]> {
  const listed = new Map<string, CardSubscription & Key>()
  for (const subscription of await listOf(product.cards.subscriptions(since))) {
    const { id, clientId } = subscription
    if (clientId !== null) listed.set(id, { ...subscription, clientId })
  }
  const different: Key[] = []
  for (const batch of batchesOf([...listed.values()])) {
    const copies = new Map((await subscriptionsAmong(product.queries, batch)).map((copy) => [copy.id, copy]))
    different.push(...batch.filter((original) => !isCopyOf(copies.get(original.id), original)))
  }
  const unlisted = (await allLiveSubscriptions(product.queries)).filter(({ id }) => !listed.has(id))
  return [...different, ...unlisted]
}

function isCopyOf(copy: StoredSubscription | undefined, original: CardSubscription): boolean {
  return (
    copy !== undefined &&
    copy.status === original.status &&
    copy.plan === original.tag &&
    copy.monthly_cents === original.monthlyCents &&
    copy.cancel_at_period_end === original.cancelAtPeriodEnd &&
    copy.period_start === original.periodStart &&
    copy.period_end === original.periodEnd &&
    copy.trial_end === original.trialEnd &&
    copy.card_last4 === (original.card?.last4 ?? null)
  )
}

/** Syncs a copy with the provider; undefined if an event did so first. */
async function repairCopy(product: AppContext, { clientId, id }: Key): Promise<string | undefined> {
  const before = await subscriptionOfClient(product.queries, clientId, id)
  try {
    await syncSubscription(product, id)
  } catch (error) {
    return `The subscription ${id} could not be compared: ${(error as Error).message}`
  }
  const after = await subscriptionOfClient(product.queries, clientId, id)
  if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(after))) return undefined
  return `The subscription ${id} was ${before?.status ?? 'unknown'} here and is ${after?.status} at the card provider; it is mended.`
}

/** A copy without its sync time. */
function factsOf(copy: StoredSubscription | undefined): Partial<StoredSubscription> {
  const { synced_at: _at, ...facts } = copy ?? ({} as Partial<StoredSubscription>)
  return facts
}

async function unbookedOf(product: AppContext, invoices: readonly PaidInvoice[]): Promise<PaidInvoice[]> {
  const missing: PaidInvoice[] = []
  for (const batch of batchesOf(invoices.filter(({ totalCents }) => totalCents > 0))) {
    missing.push(...(await unbookedInvoices(product.queries, batch)))
  }
  return missing
}

async function bookMissing(product: AppContext, invoice: PaidInvoice): Promise<string> {
  const bill = `The bill ${invoice.id} of ${invoice.totalCents} cents for the subscription ${invoice.subscriptionId}`
  try {
    await applyInvoice(product, invoice.id)
  } catch (error) {
    return `${bill} is not in the ledger: ${(error as Error).message}`
  }
  const rest = await unbookedOf(product, [invoice])
  return rest.length > 0 ? `${bill} is not in the ledger.` : `${bill} was not in the ledger; it is now.`
}

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
