import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { Queries } from '../../database/tables.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { reconcileOrder } from '../ledger/reconcile-order.ts'

/** Records refunded cents on an order and takes back the credits that they earned; `cause` names the refund. */
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
  return reconcileOrder(queries, { order, cause, now })
}
