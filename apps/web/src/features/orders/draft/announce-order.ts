import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { OkAnswer } from '@nerdify/contract/messages.ts'
import type { TextBack } from '@nerdify/contract/newcomers.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'

/**
 * Requests the text that announces a newcomer's first order (MSG-03). Nothing waits for it, and a failure does not
 * show.
 */
export function announceOrder(queryClient: QueryClient, orderId: string): void {
  const me = queryClient.getQueryData<Client>(queryKeys.me)
  const order = queryClient.getQueryData<Order>(queryKeys.order(orderId))
  if (me === undefined || order === undefined) return
  const body: TextBack = {
    crm_id: me.id,
    fake: '',
    body: '',
    smstool_name: 'en',
    number: order.number,
    new_order_event: true,
  }
  send<OkAnswer>({ method: 'POST', path: apiPaths.textBack(), body }).catch(() => undefined)
}
