import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { reconcileCredits, reconcileTipCredit } from './order-credits.ts'
import { reconcileReferral } from './referral-bonus.ts'

/** Brings what an order brought others (credits, a friend's bonus) in line with its money; `cause` names what changed it. */
export async function reconcileOrder(
  queries: Queries,
  changed: { order: StoredOrder; cause: string; now: number },
): Promise<void> {
  await reconcileCredits(queries, changed)
  await reconcileReferral(queries, changed)
  await reconcileTipCredit(queries, changed)
}
