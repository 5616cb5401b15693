import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, serverNow } from '../../api/client.ts'
import { queryKeys, storedOrder, storeOrder } from '../../api/queries.ts'
import { followWhileVisible } from '@nerdify/browser/follow-stream.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import { renewQueries } from '@nerdify/browser/renew-queries.ts'
import { session } from '../../visit/session.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { cardFacts } from './card-facts.ts'

/** The last message of this page, to resume when it returns to the cabinet; sign-out resets it. */
const lastId = createValue<string | undefined>(undefined)
session.onEnd(() => lastId.set(undefined))

/** If more orders change at once, the list is refetched instead of each order. */
const mostAtOnce = 5

/** Keeps the shown orders up to date (CAB-08); answers the last change, for a polite announcement. */
export function useLiveUpdates(): string {
  const queryClient = useQueryClient()
  const [announcement, say] = useState('')
  useEffect(() => startLiveUpdates(queryClient, say), [queryClient])
  return announcement
}

/**
 * Keeps the cached orders up to date while the page is visible (CAB-08); `say` gets each change, for a screen reader.
 * Answers the function that stops it.
 */
function startLiveUpdates(queryClient: QueryClient, say: (words: string) => void): () => void {
  const messages = () =>
    void import('./overlays/messages/message-calls.ts').then(
      ({ refreshConversations }) => refreshConversations(queryClient),
      () => undefined,
    )

  const reload = () => {
    void renewQueries(queryClient, { queryKey: queryKeys.orders })
    void renewQueries(queryClient, { queryKey: ['order'] })
    messages()
  }

  const renew = async (orderId: string): Promise<string | undefined> => {
    const before = storedOrder(queryClient, orderId)
    const order = await api.order(orderId)
    storeOrder(queryClient, order)
    // The order's files and history.
    void queryClient.invalidateQueries({
      queryKey: queryKeys.order(orderId),
      predicate: ({ queryKey }) => queryKey.length > 2,
    })
    return before === undefined ? undefined : newsOf(before, order)
  }

  const changed = async (orderIds: readonly string[]) => {
    if (orderIds.length > mostAtOnce) return reload()
    const news = await Promise.all(orderIds.map((id) => renew(id).catch(() => undefined)))
    const sentences = news.filter((each) => each !== undefined)
    if (sentences.length > 0) say(sentences.join(' '))
  }

  const on = { changed: (orderIds: readonly string[]) => void changed(orderIds), messages }
  return followWhileVisible({ open, lastId, on, reload })
}

/** "Task 4821: Nerd found", if that is new. */
function newsOf(before: Order, order: Order): string | undefined {
  const [was, is] = [before, order].map((each) => cardFacts(each, serverNow()).status.text)
  return was === is ? undefined : cabinetTexts.changed(order.number, is ?? '')
}

async function open(from: string | undefined, signal: AbortSignal): Promise<Response> {
  const token = session.token()
  const response = await fetch(apiPaths.orderStream(), {
    cache: 'no-store',
    signal,
    headers: {
      accept: 'text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(from !== undefined && { 'last-event-id': from }),
    },
  })
  if (response.status === 401 || response.status === 403) session.reportRefusal(token)
  return response
}
