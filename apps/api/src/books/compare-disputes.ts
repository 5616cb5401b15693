import type { Product } from '../product.ts'
import { applyAnyDispute } from '../card-events/apply-any-dispute.ts'
import { countDisputeEntries, undecidedDisputes } from '../payments/dispute/disputes.store.ts'

/** Banks decide within months; what they have not decided in this time they never will. */
const disputeLifeMs = 400 * 24 * 3_600_000

/**
 * Compares the disputes of the provider with the books: those that were opened within the window (epoch milliseconds), and those
 * that have not ended in the books (HOLD-08). What differs is booked, by the way that an event would have taken. Answers a
 * sentence for each, for staff; one that fails does not end the comparison.
 */
export async function compareDisputes(
  product: Product,
  { since, until }: { since: number; until: number },
): Promise<string[]> {
  const differences: string[] = []
  const ids = new Set(await undecidedDisputes(product.queries, until - disputeLifeMs))
  for await (const { id } of product.cards.disputesSince(since)) ids.add(id)
  for (const id of ids) {
    try {
      const difference = await compareOne(product, id)
      if (difference !== undefined) differences.push(difference)
    } catch (error) {
      differences.push(`The dispute ${id} could not be compared: ${(error as Error).message}`)
    }
  }
  return differences
}

async function compareOne(product: Product, id: string): Promise<string | undefined> {
  const before = await countDisputeEntries(product.queries, id)
  await applyAnyDispute(product, id)
  if ((await countDisputeEntries(product.queries, id)) === before) return undefined
  const { cents, status } = await product.cards.disputeOf(id)
  return `The dispute ${id} of ${cents} cents at the card provider is ${status}, which was not in the ledger: it is now.`
}
