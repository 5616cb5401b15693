import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type {
  ConversationList,
  ConversationMessage,
  ConversationPage,
  MessagePosting,
  MessagePreview,
  Unread,
} from '@nerdify/contract/conversations.ts'
import { renewQueries } from '@nerdify/browser/renew-queries.ts'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '../../../../api/client.ts'
import { queryKeys } from '../../../../api/queries.ts'

const pathOf = (orderId: string | undefined) =>
  orderId === undefined ? messagePaths.messages() : messagePaths.orderMessages(orderId)

/** A page of an order's conversation, or of the general one without an order. */
export const readMessages = (orderId: string | undefined, before?: string) =>
  send<ConversationPage>({
    method: 'GET',
    path: `${pathOf(orderId)}${before === undefined ? '' : `?before=${before}`}`,
  })

/** Writes a message; a retry has the same key (API-11). */
export const postMessage = (orderId: string | undefined, body: MessagePosting, idempotencyKey: string) =>
  send<ConversationMessage>({ method: 'POST', path: pathOf(orderId), body, idempotencyKey })

/** The Nerd's copy of a text before it is sent (TALK-03). */
export const previewMessage = (orderId: string, text: string) =>
  send<MessagePreview>({ method: 'POST', path: messagePaths.orderMessagesPreview(orderId), body: { text } })

/** Marks everything up to a message as read. */
export const markMessagesRead = (orderId: string | undefined, last: string) =>
  send<Unread>({
    method: 'POST',
    path: orderId === undefined ? messagePaths.messagesRead() : messagePaths.orderMessagesRead(orderId),
    body: { last },
  })

/** Reads the conversations again, and with them the menu's unread count. */
export async function readConversations(queryClient: QueryClient): Promise<ConversationList> {
  const list = await send<ConversationList>({ method: 'GET', path: messagePaths.conversations() })
  const unread = list.results.reduce((sum, conversation) => sum + conversation.unread, 0)
  queryClient.setQueryData(queryKeys.unread, unread)
  queryClient.setQueryData(conversationsKey, list)
  return list
}

/** The keys of the conversations in the query cache. */
export const conversationsKey = ['conversations'] as const
/** All threads. */
export const threadsKey = ['messages'] as const
/** The thread of an order, or the general one. */
export const threadKey = (orderId: string | undefined) => [...threadsKey, orderId ?? 'support'] as const

/** Refetches the conversations after a live update (CAB-08). */
export function refreshConversations(queryClient: QueryClient): void {
  void renewQueries(queryClient, { queryKey: threadsKey })
  readConversations(queryClient).catch(() => undefined)
}
