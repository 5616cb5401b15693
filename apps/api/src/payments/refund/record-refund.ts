import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { Queries } from '../../database/tables.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { reconcileCredits } from '../ledger/order-credits.ts'
import { reconcileReferral } from '../ledger/referral-bonus.ts'

/** Writes on an order that cents of it were given back, and takes back what they had brought; `cause` names the refund. */
export async function recordRefund(
  queries: Queries,
  refund: {
    clientId: string
    orderId: string
    cents: number
    services: readonly ServiceKey[]
    cause: string
    now: number
  },
): Promise<StoredOrder> {
  const { cause, now } = refund
  const order = await recordMoney(queries, 'refund', refund)
  await reconcileCredits(queries, { order, cause, now })
  await reconcileReferral(queries, { order, cause, now })
  return order
}
