import { clientSearchKeys } from '@nerdify/domain/clients/client-search.ts'
import { type Static, Type } from 'typebox'
import { BalanceChange } from './client.ts'
import { OperationsConversationPage } from './conversations.ts'
import { LoggedAction, Message, OperationsClient, OperationsOrderPage } from './operations.ts'
import { Subscription } from './subscriptions.ts'
import { Cursor, sliceOf } from './page-of.ts'
import { closed, Instant, Nullable, oneOf } from './vocabulary.ts'

/** The searches of operations (OPS-10). Instants are ISO 8601 in UTC. */

/**
 * The search for clients: a phone in any notation or its last 4 to 7 digits, an e-mail or a nickname or its beginning,
 * or the number of an order or a receipt.
 */
export const ClientsQuery = closed({
  q: Type.String({ maxLength: 1_000 }),
  cursor: Type.Optional(Cursor),
})

/** A client in search results. */
const FoundClient = Type.Object({
  id: Type.String(),
  found_by: oneOf(clientSearchKeys),
  nickname: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  /** The current address, or the unconfirmed one. */
  email: Nullable(Type.String()),
  since: Instant,
  blocked: Type.Boolean(),
  orders: Type.Integer(),
  /** The newest order; null without one. */
  last_order: Nullable(Type.Object({ number: Type.String(), status: Nullable(Type.String()), task: Type.String() })),
})
export type FoundClient = Static<typeof FoundClient>

/** A slice of found clients. */
export const FoundClientPage = sliceOf(FoundClient)
export type FoundClientPage = Static<typeof FoundClientPage>

/** A slice of the changes of a balance, newest first. */
export const BalanceSlice = sliceOf(BalanceChange)
export type BalanceSlice = Static<typeof BalanceSlice>

/** A referral bonus that awaits staff approval (SAFE-08); `amount` is the dollars that a release would credit now. */
const HeldBonus = Type.Object({
  friend_id: Type.String(),
  /** The friend's nickname, else phone or e-mail; null for an erased account. */
  friend: Nullable(Type.String()),
  /** The order that the friend paid with the gift. */
  order_number: Nullable(Type.String()),
  amount: Type.Number(),
  since: Instant,
})

/** One client with the newest rows of their lists. */
export const OperationsClientWithLists = Type.Object({
  ...OperationsClient.properties,
  orders: OperationsOrderPage,
  balance_history: Type.Object({ ...BalanceSlice.properties, total: Type.Integer() }),
  /** The address of the client's upload page; null before the first request (UP-04). */
  upload_page: Nullable(Type.String()),
  conversations: OperationsConversationPage,
  /** Current plans first; the next bill is at the end of the period. */
  plans: Type.Array(Subscription),
  log: sliceOf(LoggedAction),
  /** The newest undelivered messages to the client. */
  failed_messages: Type.Array(Message),
  /** The longest wait first. */
  held_bonuses: Type.Array(HeldBonus),
})
export type OperationsClientWithLists = Static<typeof OperationsClientWithLists>
