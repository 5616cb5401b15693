/** The longest text of a message, in UTF-16 code units (TALK-01). */
export const maxMessageLength = 4_000

/** The longest answer by text to a number without an account, in UTF-16 code units (TALK-05). */
export const maxTextAnswerLength = 480

/** The contact page sends message and number in two calls: within these milliseconds they are one request (MSG-01). */
export const contactPairMs = 60_000

/** The maximum number of messages per client and hour (TALK-07). */
export const mostMessagesAnHour = 60

/** Messages per page of a conversation. */
export const messagesPerPage = 30

/** The delay before the client sees an answer of staff, in milliseconds; until then its author can take it back. */
export const answerHoldMs = 10_000

/** TALK-04: a message that stays unread for this long is announced to the client. */
export const announceAfterMs = 2 * 60_000

/** The authors of messages (TALK-01). */
export const messageAuthors = ['client', 'nerd', 'support', 'system'] as const
export type MessageAuthor = (typeof messageAuthors)[number]

/** The client's newest message in a thread, which lists the newest message first. */
export const newestOfClient = <Message extends { author: MessageAuthor | 'note' }>(
  thread: readonly Message[],
): Message | undefined => thread.find(({ author }) => author === 'client')
