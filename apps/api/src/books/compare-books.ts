import { whenFree } from '../leases/with-lease.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { CardMovement } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { settlingMs } from './compare-days.ts'
import { batchesOf, compareSums } from './compare-sums.ts'
import { comparePlans } from './compare-plans.ts'
import { cardCentsOf, cardEntriesBetween, wrongSums } from '../payments/ledger/ledger.store.ts'
import { readMark, setMark } from '../payments/settle/payment-marks.store.ts'
import { applyAnyDispute } from '../card-events/card-events.ts'
import { countDisputeEntries, undecidedDisputes } from '../payments/dispute/disputes.store.ts'

const mark = 'compared books'
const dayMs = 24 * 3_600_000

/**
 * Compares the books with the provider's payments and refunds since an instant (epoch milliseconds), in both
 * directions, and the ledger with the stored orders and balances. Reports a sentence for each difference to staff, and
 * repairs nothing; {@link comparePlans} and {@link compareDisputes} repair what they find.
 */
export async function compareBooks(product: AppContext, since: number): Promise<string[]> {
  const now = product.clock.now()
  const differences = (await wrongSums(product.queries, since)).map(
    (ref) => `The lines of ledger entry ${ref} do not sum to zero.`,
  )
  const window = { since, until: now - settlingMs }
  differences.push(...(await compareSums(product.queries, window.since)))
  const compared = new Map<string, CardMovement>()
  const others = new Map<string, CardMovement>()
  for await (const movement of product.cards.movementsSince(window.since)) {
    product.ending.throwIfAborted()
    if (!movement.ours) others.set(movement.id, movement)
    else if (movement.at <= window.until) compared.set(movement.id, movement)
  }
  for (const some of batchesOf([...compared.values()])) {
    product.ending.throwIfAborted()
    const ids = some.map(({ id }) => id)
    const centsInLedger = await cardCentsOf(product.queries, ids)
    for (const { kind, id, cents } of some) {
      const booked = centsInLedger.get(id)
      if (booked === cents) continue
      const how = booked === undefined ? 'is not in the ledger' : `is in the ledger with ${booked} cents`
      differences.push(`The ${kind} ${id} of ${cents} cents at the card provider ${how}.`)
    }
  }
  for (const { kind, ref, cents } of await cardEntriesBetween(product.queries, window)) {
    product.ending.throwIfAborted()
    if (compared.has(ref)) continue
    // A payment booked within the window may be older than it: ask the provider for it by id.
    const movement = others.get(ref) ?? (await product.cards.movement({ kind, id: ref }).catch(asError))
    if (movement instanceof Error) {
      differences.push(`The ${kind} ${ref} of ${cents} cents in the ledger could not be compared: ${movement.message}`)
      continue
    }
    if (movement?.cents === cents) continue
    const how =
      movement === undefined ? 'is not at the card provider' : `is at the card provider with ${movement.cents} cents`
    differences.push(`The ${kind} ${ref} of ${cents} cents in the ledger ${how}.`)
  }
  differences.push(...(await compareDisputes(product, window)))
  return [...differences, ...(await comparePlans(product))]
}

/** A failed fetch is reported with the differences and does not end the comparison (HOLD-08). */
const asError = (error: unknown): Error => error as Error

/**
 * Compares once a day, in one process, from the last comparison's end, and notifies staff of differences; returns 1 if
 * it was due (HOLD-08).
 */
export async function compareBooksDaily(product: AppContext): Promise<number> {
  return (await whenFree(product, 'compare books', () => compareWhenDue(product))) ?? 0
}

async function compareWhenDue(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const last = await readMark(product.queries, mark)
  if (last !== undefined && now - last < dayMs) return 0
  const differences = await compareBooks(product, Math.min(last ?? now, now - dayMs) - dayMs)
  await setMark(product.queries, mark, now)
  if (differences.length > 0) {
    await mailStaff(product.queries, now, product.settings, {
      template: 'books-differ',
      variables: { count: String(differences.length), differences: differences.slice(0, 50).join('\n') },
      dedupeKey: `books-differ:${now}`,
    })
    product.wake.outbox()
  }
  return 1
}

/** Banks decide within months; a dispute still undecided after this time will stay so. */
const disputeLifeMs = 400 * 24 * 3_600_000

/**
 * Compares the provider's disputes with the books: those opened within the window (epoch milliseconds), and those still
 * open in the books (HOLD-08). A difference is booked as its webhook would have been. Returns a sentence for each, for
 * staff; a failure does not stop the others.
 */
async function compareDisputes(
  product: AppContext,
  { since, until }: { since: number; until: number },
): Promise<string[]> {
  const differences: string[] = []
  const ids = new Set(await undecidedDisputes(product.queries, until - disputeLifeMs))
  for await (const { id } of product.cards.disputesSince(since)) ids.add(id)
  for (const id of ids) {
    product.ending.throwIfAborted()
    try {
      const difference = await compareOne(product, id)
      if (difference !== undefined) differences.push(difference)
    } catch (error) {
      differences.push(`The dispute ${id} could not be compared: ${(error as Error).message}`)
    }
  }
  return differences
}

async function compareOne(product: AppContext, id: string): Promise<string | undefined> {
  const before = await countDisputeEntries(product.queries, id)
  await applyAnyDispute(product, id)
  if ((await countDisputeEntries(product.queries, id)) === before) return undefined
  const { cents, status } = await product.cards.disputeOf(id)
  return `The dispute ${id} of ${cents} cents at the card provider is ${status}, which was not in the ledger: it is now.`
}
