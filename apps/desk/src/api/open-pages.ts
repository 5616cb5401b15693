import type { OperationsContact } from '@nerdify/contract/conversations.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import { useEffect, useSyncExternalStore } from 'react'

/** The name of an order's page, as in the log. */
export const orderPage = (orderId: string): string => `order ${orderId}`
/** The name of a conversation's page: an order's conversation is part of its order. */
export const conversationPage = ({ order_id: orderId, client_id: clientId }: ConversationOf): string =>
  orderId === null ? `conversation ${clientId}` : orderPage(orderId)

/**
 * The name of the page of a person without an account, by their oldest message: each of their messages has an address.
 */
export const contactPage = ({ messages }: OperationsContact): string => `contact ${messages.at(-1)?._id}`

/** A conversation by its order, or by its client for the general one. */
interface ConversationOf {
  order_id: string | null
  client_id: string
}

/** The subject of this page, named as in the log ("order {id}"); the stream sends it to colleagues (DESK-07). */
export const shownPage = createValue<string | undefined>(undefined)

/** Publishes the subject of this page to colleagues, while it is shown. */
export function useShownPage(page: string | undefined): void {
  useEffect(() => {
    shownPage.set(page)
    return () => shownPage.set(undefined)
  }, [page])
}

/** The pages that colleagues have open, from the stream's last state: "order {id} Alex". */
export const othersPages = createValue<readonly string[]>([])

/** The colleagues who have a page open, by name. */
export function namesFor(page: string, others: readonly string[]): readonly string[] {
  return others.filter((each) => each.startsWith(`${page} `)).map((each) => each.slice(page.length + 1))
}

/** The pages that colleagues have open. */
export const useOthersPages = () => useSyncExternalStore(othersPages.follow, othersPages.get)
