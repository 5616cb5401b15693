import type { Product } from '../product.ts'
import { applyMonthDispute } from '../subscriptions/dispute-month.ts'
import { applyDispute } from '../payments/dispute/apply-dispute.ts'

/** Brings the books to what the provider says of a dispute, of an order or of a plan's month; any other is left alone. */
export async function applyAnyDispute(product: Product, disputeId: string): Promise<void> {
  if (!(await applyDispute(product, disputeId))) await applyMonthDispute(product, disputeId)
}
