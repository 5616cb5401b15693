import type { Order } from '@nerdify/contract/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { orderChangesOf } from '../draft/order-queues.ts'

/** Whether an order says why it lost its coupon (DISC-15). */
export const hasLostCoupon = ({ discountErrorType, isLocked }: Order): boolean =>
  discountErrorType !== null && !isLocked

/**
 * Clears the reason of a lost coupon once the client has seen it and continues (DISC-12): at once on the screen, then
 * on the server. If the server fails, the reason shows again after the next refetch.
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
    // The server still has the reason.
  }
}
