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

/** Those that began and ended again within this time are looked at too; the comparison is made each day. */
const recentMs = 2 * 24 * 3_600_000
/** A bill may be paid two weeks after it was made, as long as its card is tried; a month more is for a long silence. */
const billLifeMs = 45 * 24 * 3_600_000

/**
 * Compares our copies of subscriptions, and their paid bills, with the provider. A difference is repaired as its
 * webhook would have done (decision 0024): that was lost, and the provider does not list it any more (PAY-04, SUB-10).
 * Answers a sentence for each, for staff.
 */
export async function comparePlans(product: AppContext): Promise<string[]> {
  const now = product.clock.now()
  const differences: string[] = []
  for (const one of await astray(product, now - recentMs)) {
    product.ending.throwIfAborted()
    const difference = await mend(product, one)
    if (difference !== undefined) differences.push(difference)
  }
  for (const invoice of await unbooked(product, await all(product.cards.paidInvoices(now - billLifeMs)))) {
    product.ending.throwIfAborted()
    differences.push(await book(product, invoice))
  }
  return differences
}

interface Key {
  clientId: string
  id: string
}

/** The subscriptions that are not here as the provider has them, and those of ours that it has no more. */
async function astray(product: AppContext, since: number): Promise<Key[]> {
  const found = new Map<string, CardSubscription & Key>()
  for (const one of await all(product.cards.subscriptions(since))) {
    if (one.clientId !== null) found.set(one.id, { ...one, clientId: one.clientId })
  }
  const different: Key[] = []
  for (const some of batchesOf([...found.values()])) {
    const copies = new Map((await subscriptionsAmong(product.queries, some)).map((copy) => [copy.id, copy]))
    different.push(...some.filter((theirs) => !isCopyOf(copies.get(theirs.id), theirs)))
  }
  const gone = (await allLiveSubscriptions(product.queries)).filter(({ id }) => !found.has(id))
  return [...different, ...gone]
}

/** Whether a copy says what the provider does. */
function isCopyOf(copy: StoredSubscription | undefined, found: CardSubscription): boolean {
  return (
    copy !== undefined &&
    copy.status === found.status &&
    copy.plan === found.tag &&
    copy.monthly_cents === found.monthlyCents &&
    copy.cancel_at_period_end === found.cancelAtPeriodEnd &&
    copy.period_start === found.periodStart &&
    copy.period_end === found.periodEnd &&
    copy.trial_end === found.trialEnd &&
    copy.card_last4 === (found.card?.last4 ?? null)
  )
}

/** Brings a copy to what the provider says; nothing to tell when an event did so meanwhile. */
async function mend(product: AppContext, { clientId, id }: Key): Promise<string | undefined> {
  const before = await subscriptionOfClient(product.queries, clientId, id)
  try {
    await syncSubscription(product, id)
  } catch (error) {
    return `The subscription ${id} could not be compared: ${(error as Error).message}`
  }
  const after = await subscriptionOfClient(product.queries, clientId, id)
  if (JSON.stringify(wordsOf(before)) === JSON.stringify(wordsOf(after))) return undefined
  return `The subscription ${id} was ${before?.status ?? 'unknown'} here and is ${after?.status} at the card provider; it is mended.`
}

/** A copy without the time at which it was made. */
function wordsOf(copy: StoredSubscription | undefined): Partial<StoredSubscription> {
  const { synced_at: _at, ...words } = copy ?? ({} as Partial<StoredSubscription>)
  return words
}

async function unbooked(product: AppContext, invoices: readonly PaidInvoice[]): Promise<PaidInvoice[]> {
  const missing: PaidInvoice[] = []
  for (const some of batchesOf(invoices.filter(({ totalCents }) => totalCents > 0))) {
    missing.push(...(await unbookedInvoices(product.queries, some)))
  }
  return missing
}

async function book(product: AppContext, invoice: PaidInvoice): Promise<string> {
  const bill = `The bill ${invoice.id} of ${invoice.totalCents} cents for the subscription ${invoice.subscriptionId}`
  try {
    await applyInvoice(product, invoice.id)
  } catch (error) {
    return `${bill} is not in the ledger: ${(error as Error).message}`
  }
  const still = await unbooked(product, [invoice])
  return still.length > 0 ? `${bill} is not in the ledger.` : `${bill} was not in the ledger; it is now.`
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
