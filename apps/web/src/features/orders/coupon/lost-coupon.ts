import type { Order } from '@nerdify/contract/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { orderChangesOf } from '../changes/order-queues.ts'

/** Whether an order tells why it lost its coupon (DISC-15). */
export const hasLostCoupon = ({ discountErrorType, isLocked }: Order): boolean =>
  discountErrorType !== null && !isLocked

/**
 * Lets an order forget why it lost its coupon, once its person has seen it and goes on (DISC-12): at once on the screen,
 * then on the server. What fails there is told again when the order is read anew.
 */
export async function clearLostCoupon(queryClient: QueryClient, orderId: string): Promise<void> {
  const key = queryKeys.order(orderId)
  const order = queryClient.getQueryData<Order>(key)
  if (order === undefined || !hasLostCoupon(order)) return
  queryClient.setQueryData<Order>(key, { ...order, discountErrorType: null, discountErrorValue: null })
  try {
    await orderChangesOf(queryClient, orderId).settled()
    storeOrder(queryClient, await api.changeOrder(orderId, { action: 'discount_del' }, crypto.randomUUID()))
  } catch {
    // The server still has it.
  }
}
