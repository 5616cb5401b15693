import type { Order } from '@nerdify/contract/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { storeOrder } from '../../api/queries.ts'
import { createOnce } from './creation.ts'
import { drafts, orderDraftKey } from './drafts.ts'
import { creationBody, type OrderInHand } from './order-in-hand.ts'
import { orderChangesOf } from './order-queues.ts'

/**
 * Makes the draft an order on the server, once (FLOW-16, FLOW-30), with the services that were chosen for it. The draft
 * is still there afterwards: whoever leads on to the order clears it then. Rejects with a `CallError`.
 */
export async function placeOrder(queryClient: QueryClient, inHand: OrderInHand): Promise<Order> {
  const { draftKey } = inHand
  const { order, left } = await createOnce(
    {
      kept: () => drafts.read(draftKey).creation,
      keep: (creation) => drafts.change(draftKey, { creation }),
      send: (body, key) => api.createOrder(body, key).catch((thrown: unknown) => Promise.reject(asCallError(thrown))),
      newKey: () => crypto.randomUUID(),
    },
    creationBody(inHand),
  )
  storeOrder(queryClient, order)
  drafts.change(orderDraftKey(order._id), { email: inHand.draft.email })
  const changes = orderChangesOf(queryClient, order._id)
  if (Object.keys(left).length > 0) changes.change(left)
  for (const { key } of inHand.services) changes.setService(key, true)
  return order
}
