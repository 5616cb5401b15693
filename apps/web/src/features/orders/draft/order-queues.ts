import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Order } from '@nerdify/contract/orders.ts'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { session } from '../../../visit/session.ts'
import { rebaseDraft } from './draft.ts'
import { drafts, orderDraftKey } from './drafts.ts'
import { OrderChanges, type OrderChangesState } from './order-changes.ts'
import { priceNews } from '../price/price-news.ts'

/** One queue per order, so that a change continues across the steps. */
const queues = new Map<string, OrderChanges>()

session.onEnd(() => queues.clear())

// Changes that failed offline are sent once online (ux 54).
globalThis.addEventListener?.('online', () => {
  for (const queue of queues.values()) if (queue.state().fault?.status === 0) queue.retry()
})

/** The queue of the changes to an order (FLOW-18), over the product's API. */
export function orderChangesOf(queryClient: QueryClient, orderId: string): OrderChanges {
  const known = queues.get(orderId)
  if (known !== undefined) return known
  const stored = () => queryClient.getQueryData<Order>(queryKeys.order(orderId))
  const draftKey = orderDraftKey(orderId)
  const queue = new OrderChanges({
    send: (change, idempotencyKey) =>
      api.changeOrder(orderId, change, idempotencyKey).catch((thrown: unknown) => Promise.reject(asCallError(thrown))),
    stored,
    store: (order, change) => {
      priceNews.note(stored(), order)
      storeOrder(queryClient, order)
      const draft = drafts.read(draftKey)
      const moved = rebaseDraft(draft, change, order.version)
      if (moved !== draft) drafts.change(draftKey, moved)
    },
    reload: () => queryClient.invalidateQueries({ queryKey: queryKeys.order(orderId) }),
    newKey: () => crypto.randomUUID(),
  })
  queues.set(orderId, queue)
  return queue
}

/** The queue of an order and its state. */
export function useOrderChanges(orderId: string): { changes: OrderChanges; state: OrderChangesState } {
  const queryClient = useQueryClient()
  const changes = orderChangesOf(queryClient, orderId)
  const state = useSyncExternalStore(changes.subscribe, changes.state)
  return { changes, state }
}
