import { turns, waitKinds } from '@nerdify/domain/orders/order-waits.ts'
import { type Static, Type } from 'typebox'
import { PageNumber, pageOf } from './page-of.ts'
import { closed, Instant, Nullable, oneOf } from './vocabulary.ts'

/** The queue of operations: everything that somebody waits for (WAIT-01). Money is in dollars, instants are ISO 8601 in UTC. */

/**
 * The query of the queue: what is due first comes first; pages start at 0. `late` leaves out what is in time, or what
 * is late.
 */
export const QueueQuery = closed({
  kind: Type.Optional(oneOf(waitKinds)),
  late: Type.Optional(oneOf(['true', 'false'])),
  page: Type.Optional(PageNumber),
})

/** One thing that is waited for. */
const QueueEntry = Type.Object({
  kind: oneOf(waitKinds),
  /** The same in words. */
  waits_for: Type.String(),
  turn: oneOf(turns),
  since: Instant,
  /** Null where nothing was promised. */
  due: Nullable(Instant),
  late: Type.Boolean(),
  /** Null for a message of a number that is nobody's, and of a sender who is not proved. */
  client_id: Nullable(Type.String()),
  /** Of a message, the order that it is most likely about; null where its sender has none, as is what tells of it. */
  order_id: Nullable(Type.String()),
  number: Nullable(Type.String()),
  /** The kind of work, its size and its title, as staff read them: "Essay (writing), 2 Pages: Causes of the war". */
  task: Nullable(Type.String()),
  deadline: Nullable(Instant),
  /** What was bought besides, by the names of SRV-01. */
  services: Type.Array(Type.String()),
  top_nerd: Type.Boolean(),
  report: Type.Boolean(),
  preferred_nerd: Nullable(Type.String()),
  /** What the client paid of it, in dollars. */
  amount: Nullable(Type.Number()),
  /** Of a message alone: whether the client's session or phone sent it; if false, number and address are only typed (MSG-01). */
  proved: Nullable(Type.Boolean()),
  /** Of a message alone: who wrote, in E.164, and what; null words where they left their number alone. */
  phone: Nullable(Type.String()),
  words: Nullable(Type.String()),
  /** The commands of `npm run ops` that end it, the usual one first; words in capitals are to be filled in. */
  next: Type.Array(Type.String()),
})
/** The same as a type. */
export type QueueEntry = Static<typeof QueueEntry>

/** A page of the queue. */
export const QueuePage = pageOf(QueueEntry)
export type QueuePage = Static<typeof QueuePage>

/** Whose messages were noted as answered: their phone in E.164. */
export const Answered = Type.Object({ phone: Type.String() })
