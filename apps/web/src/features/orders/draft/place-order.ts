import type { Client } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { createOnce } from './creation.ts'
import type { Draft } from './draft.ts'
import { drafts, orderDraftKey } from './drafts.ts'
import { backgroundFiles } from '../details/background-files.ts'
import { chosenSince, creationBody, type FlowOrder } from '../flow-order.ts'
import { orderChangesOf } from './order-queues.ts'

/**
 * Creates the draft's order on the server, once, with its services (FLOW-16, FLOW-30). The returned function rejects
 * with a `CallError`. The draft is cleared only when the order's own screen replaces it, so that it does not show
 * empty; if the client has left already, it is cleared at once, unless they chose more since.
 */
export function usePlaceOrder(flowOrder: FlowOrder): () => Promise<Order> {
  const queryClient = useQueryClient()
  const { draftKey } = flowOrder
  const latest = useRef(flowOrder)
  useEffect(() => {
    latest.current = flowOrder
  })
  const isPlaced = useRef(false)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (isPlaced.current) drafts.clear(draftKey)
    }
  }, [draftKey])

  return async () => {
    let sentDraft: Draft | undefined
    const { order, changes: choicesSince } = await createOnce(
      {
        pending: () => drafts.read(draftKey).creation,
        keep: (creation) => drafts.change(draftKey, { creation }),
        send: (body, key) => {
          sentDraft = drafts.read(draftKey)
          return api.createOrder(body, key)
        },
        read: api.order,
        newKey: () => crypto.randomUUID(),
      },
      await creationBody(flowOrder),
    )
    const isFirst = queryClient.getQueryData<Client>(queryKeys.me)?.orders_count === 0 || undefined
    storeOrder(queryClient, order)
    backgroundFiles.becameOrder(draftKey, order._id)
    // Choices made during the creation follow as changes.
    const chosen = latest.current
    const details = chosen.details === (order.details ?? '') ? undefined : chosen.details
    const detailsFrom = details === undefined ? undefined : order.version
    const { email } = chosen.draft
    drafts.change(orderDraftKey(order._id), { email, details, detailsFrom, isFirst })
    const changes = orderChangesOf(queryClient, order._id)
    const fields = { ...choicesSince, ...chosenSince(flowOrder, chosen) }
    if (Object.keys(fields).length > 0) changes.change(fields)
    for (const key of serviceKeys) {
      const isWanted = chosen.added.includes(key)
      if (isWanted === order.services[key].added) continue
      changes.setService(key, isWanted, key === 'client_recomended_writer' ? chosen.preferredNerd : undefined)
    }
    isPlaced.current = true
    if (isLeft.current && drafts.read(draftKey) === sentDraft) drafts.clear(draftKey)
    return order
  }
}

/** Announces the client's first order once it is placed, and not only priced with a coupon (MSG-03). */
export function announceFirst(queryClient: QueryClient, orderId: string): void {
  const key = orderDraftKey(orderId)
  if (drafts.read(key).isFirst !== true) return
  drafts.change(key, { isFirst: undefined })
  void import('./announce-order.ts').then(
    ({ announceOrder }) => announceOrder(queryClient, orderId),
    () => drafts.change(key, { isFirst: true }),
  )
}
