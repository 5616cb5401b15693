import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { reconcileCredits, reconcileTipCredit } from './order-credits.ts'
import { reconcileReferral } from './referral-bonus.ts'

/**
 * Adjusts the credits of an order's client and referrer to the order's money. Every change of paid or refunded money
 * calls it; `cause` becomes part of the entries' refs. Answers the order.
 */
export async function reconcileOrder(
  queries: Queries,
  change: { order: StoredOrder; cause: string; now: number },
): Promise<StoredOrder> {
  const order = await reconcileCredits(queries, change)
  await reconcileTipCredit(queries, change)
  // Last: a payment locks the client's balance before the referral too.
  await reconcileReferral(queries, change)
  return order
}
