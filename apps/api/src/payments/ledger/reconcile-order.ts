import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { reconcileCredits, reconcileTipCredit } from './order-credits.ts'
import { reconcileReferral } from './referral-bonus.ts'

/**
 * Brings what an order credited (its client, and the friend who referred them) in line with its money; `cause` names what
 * changed it. Whatever changes what is paid or given back calls it. Answers the order.
 */
export async function reconcileOrder(
  queries: Queries,
  changed: { order: StoredOrder; cause: string; now: number },
): Promise<StoredOrder> {
  const order = await reconcileCredits(queries, changed)
  await reconcileTipCredit(queries, changed)
  // Last: a payment locks the client's balance before the referral too.
  await reconcileReferral(queries, changed)
  return order
}
