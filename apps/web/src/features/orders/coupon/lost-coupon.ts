import type { Order } from '@nerdify/contract/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { orderChangesOf } from '../order-queues.ts'

/** Whether an order tells why it lost its coupon (DISC-15). */
export const hasLostCoupon = ({ discountErrorType, isLocked }: Order): boolean =>
  discountErrorType !== null && !isLocked

const underWay = new Set<string>()

/**
 * Lets an order forget why it lost its coupon, once its person has seen it and goes on (DISC-12). What fails is told
 * again at the next visit.
 */
export async function clearLostCoupon(queryClient: QueryClient, orderId: string): Promise<void> {
  const order = queryClient.getQueryData<Order>(queryKeys.order(orderId))
  if (order === undefined || !hasLostCoupon(order) || underWay.has(orderId)) return
  underWay.add(orderId)
  try {
    await orderChangesOf(queryClient, orderId).settled()
    storeOrder(queryClient, await api.changeOrder(orderId, { action: 'discount_del' }, crypto.randomUUID()))
  } catch {
    // The order still has it.
  } finally {
    underWay.delete(orderId)
  }
}
