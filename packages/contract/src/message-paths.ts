import { pathOf } from './joined-path.ts'

/**
 * The addresses of a client's conversations (TALK-01), like `apiPaths`; a separate module, because first screens do not
 * need it.
 */
export const messagePaths = {
  conversations: () => '/api/v3/conversations',
  /** The general conversation. Not `/api/v3/messages`, which a dot segment as an order's id would reach. */
  messages: () => '/api/v3/messages/support',
  messagesRead: () => '/api/v3/messages/support/read',
  orderMessages: (id: string) => pathOf`/api/v3/orders/${id}/messages`,
  orderMessagesPreview: (id: string) => pathOf`/api/v3/orders/${id}/messages/preview`,
  orderMessagesRead: (id: string) => pathOf`/api/v3/orders/${id}/messages/read`,
} as const
