import { whenFree } from '../leases/with-lease.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { CardMovement } from '../ports.ts'
import type { Product } from '../product.ts'
import { batchesOf } from './batches-of.ts'
import { comparePlans } from './compare-plans.ts'
import { compareDisputes } from './compare-disputes.ts'
import { compareSums } from './compare-sums.ts'
import { cardCentsOf, cardEntriesBetween, wrongSums } from '../payments/ledger/ledger.store.ts'
import { readMark, setMark } from '../payments/settle/payment-marks.store.ts'

const mark = 'compared books'
const dayMs = 24 * 3_600_000
/** Payments this young may not be booked yet. */
const settlingMs = 60 * 60_000

/**
 * Compares the books with the provider's payments and refunds since an instant (epoch milliseconds), in both directions,
 * and the ledger with the stored orders and balances. It mends nothing: staff are told what differs. Subscriptions and
 * disputes are compared and mended by {@link comparePlans} and {@link compareDisputes}; staff are told of that too. Answers a sentence each.
 */
export async function compareBooks(product: Product, since: number): Promise<string[]> {
  const now = product.clock.now()
  const differences = (await wrongSums(product.queries)).map(
    (ref) => `The lines of ledger entry ${ref} do not sum to zero.`,
  )
  const window = { since, until: now - settlingMs }
  differences.push(...(await compareSums(product.queries, window.since)))
  const compared = new Map<string, CardMovement>()
  const others = new Map<string, CardMovement>()
  for await (const paid of product.cards.takenSince(window.since)) {
    if (!paid.ours) others.set(paid.id, paid)
    else if (paid.at <= window.until) compared.set(paid.id, paid)
  }
  for (const some of batchesOf([...compared.values()])) {
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
    if (compared.has(ref)) continue
    // What was booked within the window may have been made before it, so the provider is asked for it by its name.
    const taken = others.get(ref) ?? (await product.cards.taken({ kind, id: ref }).catch(asError))
    if (taken instanceof Error) {
      differences.push(`The ${kind} ${ref} of ${cents} cents in the ledger could not be compared: ${taken.message}`)
      continue
    }
    if (taken?.cents === cents) continue
    const how =
      taken === undefined ? 'is not at the card provider' : `is at the card provider with ${taken.cents} cents`
    differences.push(`The ${kind} ${ref} of ${cents} cents in the ledger ${how}.`)
  }
  differences.push(...(await compareDisputes(product, window)))
  return [...differences, ...(await comparePlans(product))]
}

/** One that cannot be asked for is told with the others, and does not end the comparison (HOLD-08). */
const asError = (error: unknown): Error => error as Error

/**
 * Compares once a day, in one process, back to where the last comparison ended, and tells staff of what differs; answers 1 when
 * it was time (HOLD-08).
 */
export async function compareBooksDaily(product: Product): Promise<number> {
  return (await whenFree(product, 'compare books', () => compareWhenDue(product))) ?? 0
}

async function compareWhenDue(product: Product): Promise<number> {
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
