import { maxMessageLength, messageAuthors } from '@nerdify/domain/conversations/message-rules.ts'
import { placeholders } from '@nerdify/domain/conversations/saved-replies.ts'
import { filesOfMessage } from '@nerdify/domain/files/file-limits.ts'
import { type Static, Type } from 'typebox'
import { addressForms } from './address-forms.ts'
import { ReceivedFile, SentFile } from './files.ts'
import { sliceOf } from './page-of.ts'
import { closed, Instant, Nullable, oneOf, underEach } from './vocabulary.ts'

/** The calls about conversations (TALK-01), of clients and of operations. Instants are ISO 8601 in UTC. */

const MessageId = Type.String({ pattern: addressForms.id })

/** The query of a conversation: its newest page, or the page before a message. */
export const ConversationQuery = closed({ before: Type.Optional(MessageId) })

/** A message as its reader gets it. */
export const ConversationMessage = Type.Object({
  _id: Type.String(),
  author: oneOf(messageAuthors),
  /** The name of the Nerd; null for other authors. */
  name: Nullable(Type.String()),
  text: Type.String(),
  /** Whether the client sent it by text (TALK-05). Older builds do not send it. */
  by_text: Type.Optional(Type.Boolean()),
  files: Type.Array(ReceivedFile),
  at: Instant,
  /** When the other side read it; null until then. */
  read_at: Nullable(Instant),
})
export type ConversationMessage = Static<typeof ConversationMessage>

/** A page of a conversation, newest first. */
export const ConversationPage = Type.Object({
  results: Type.Array(ConversationMessage),
  /** The value of `before` for the next page; null at the beginning of the conversation. */
  next: Nullable(Type.String()),
  /** Messages to the client that the client has not read. */
  unread: Type.Integer(),
})
export type ConversationPage = Static<typeof ConversationPage>

/** A client's conversations, latest first. */
export const ConversationList = Type.Object({
  results: Type.Array(
    Type.Object({
      /** The order of the conversation; null for the general one with support. */
      order_id: Nullable(Type.String()),
      number: Nullable(Type.String()),
      title: Nullable(Type.String()),
      last: ConversationMessage,
      unread: Type.Integer(),
    }),
  ),
})
export type ConversationList = Static<typeof ConversationList>

/** The API refuses more than ten files, at the field with the name of the eleventh. */
const mostFilesSent = 5 * filesOfMessage.most

/** The API refuses a text that is blank or longer than 4,000 characters, at the field. */
const Text = Type.String({ maxLength: 100_000 })

/** A client's message, with files by their uploads. */
export const MessagePosting = closed({
  text: Text,
  files: Type.Optional(Type.Array(SentFile, { maxItems: mostFilesSent })),
})
export type MessagePosting = Static<typeof MessagePosting>

/** A staff note about a conversation, hidden from clients (TALK-09). */
export const NotePosting = closed({ text: Text })

/** Asks for the masked copy of a text before it is sent (TALK-03). */
export const MessagePreviewPosting = closed({ text: Type.String({ maxLength: maxMessageLength }) })

/** The Nerd's copy of a text; null if nothing is masked, or if no Nerd has the order. */
export const MessagePreview = Type.Object({ for_nerd: Nullable(Type.String()) })
export type MessagePreview = Static<typeof MessagePreview>

/** The client's copy of an answer for the Nerd; null if nothing is masked. */
export const AnswerPreview = Type.Object({ for_client: Nullable(Type.String()) })
export type AnswerPreview = Static<typeof AnswerPreview>

/**
 * A person who wrote to us without a session (TALK-05): by a text from their phone, or on the contact page, where
 * number and address are typed but not proved (MSG-01). With our answers by text, newest first.
 */
export const OperationsContact = Type.Object({
  /** The newest message of the sender on this page: calls to it answer, or end the wait of, all that the page shows. */
  id: Type.String(),
  phone: Type.String(),
  waits_since: Nullable(Instant),
  due: Nullable(Instant),
  messages: Type.Array(
    Type.Object({
      _id: Type.String(),
      by: oneOf(['text', 'page', 'answer']),
      /** Empty if the sender left only a number. */
      text: Type.String(),
      /** The address typed on the contact page. */
      email: Nullable(Type.String()),
      operator: Nullable(Type.String()),
      at: Instant,
    }),
  ),
})
export type OperationsContact = Static<typeof OperationsContact>

/** An answer by text; the API refuses a blank answer, and more than 480 characters, at the field. */
export const TextAnswerPosting = closed({ text: Text })

/** Marks everything up to a message as read. */
export const ReadPosting = closed({ last: MessageId })

/** The newest message of the client that staff saw: the wait ends up to it, or up to now without one. */
export const NoAnswerQuery = closed({ last: Type.Optional(MessageId) })
export type NoAnswerQuery = Static<typeof NoAnswerQuery>

/** The number of remaining unread messages in the conversation. */
export const Unread = Type.Object({ unread: Type.Integer() })
export type Unread = Static<typeof Unread>

/**
 * Conversations for staff, latest first; with `waits` only unanswered ones, longest wait first; with `mine` only
 * those whose order the caller took.
 */
export const OperationsConversationsQuery = closed({
  waits: Type.Optional(oneOf(['true', 'false'])),
  mine: Type.Optional(oneOf(['true', 'false'])),
  /** A client's phone or e-mail, or an order's number. */
  q: Type.Optional(Type.String({ maxLength: 254 })),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })),
})
export type OperationsConversationsQuery = Static<typeof OperationsConversationsQuery>

const OperationsConversationFacts = {
  /** Its address in operations' calls: the order's number, or the client's id for the general one. */
  id: Type.String(),
  client_id: Type.String(),
  order_id: Nullable(Type.String()),
  /** The client's nickname, phone or e-mail. */
  client: Type.String(),
  /** The order's name (EASE-03); null without an order, or for an order without words. */
  title: Nullable(Type.String()),
  waits_since: Nullable(Instant),
  /** When the answer is due (WAIT-01); null if no message waits. */
  due: Nullable(Instant),
  /** The person who took its order for this wait (OPS-09). */
  taken_by: Nullable(Type.String()),
}

/** A message for staff with its operator, or a staff note (TALK-09). */
const OperationsMessage = Type.Object({
  ...ConversationMessage.properties,
  author: oneOf([...messageAuthors, 'note']),
  operator: Nullable(Type.String()),
  /** The Nerd's copy of a client's words, with masked contact details (TALK-03); null if no Nerd has the order. */
  for_nerd: Nullable(Type.String()),
})

/** A slice of the conversations for staff. */
export const OperationsConversationPage = sliceOf(
  Type.Object({ ...OperationsConversationFacts, last_at: Instant, last: Type.String() }),
)
export type OperationsConversationPage = Static<typeof OperationsConversationPage>

/** A page of one conversation for staff; `next` is the `before` of the next page. */
export const OperationsConversation = Type.Object({
  ...OperationsConversationFacts,
  /** The name of the Nerd who has the order; null if staff cannot answer for one. */
  nerd: Nullable(Type.String()),
  /** The words for the placeholders of saved replies (DESK-04); the deadline by the client's clock. */
  reply_values: underEach(placeholders, Nullable(Type.String())),
  /** Messages and notes, newest first. */
  messages: Type.Array(OperationsMessage),
  next: Nullable(Type.String()),
})
export type OperationsConversation = Static<typeof OperationsConversation>

/** An answer by support, or for the Nerd by the name on the order. */
export const AnswerPosting = closed({
  as: Type.Optional(oneOf(['support', 'nerd'])),
  text: Text,
  /** The `_id` of files sent to the conversation before. */
  files: Type.Optional(Type.Array(MessageId, { maxItems: mostFilesSent })),
})
export type AnswerPosting = Static<typeof AnswerPosting>
