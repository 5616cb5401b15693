import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isWaitLate, turns, waitKinds, waitName, waitTurn } from '@nerdify/domain/orders/order-waits.ts'
import { answerCommands, staffCommandNames } from '@nerdify/domain/staff/staff-commands.ts'
import { maxStaffNameLength } from '@nerdify/domain/staff/staff-name.ts'
import { type Static, Type } from 'typebox'
import type { OperationsConversation } from './conversations.ts'
import { Cursor, sliceOf } from './page-of.ts'
import { closed, Instant, Nullable, oneOf } from './vocabulary.ts'

/** The queue of operations: every open wait (WAIT-01). Money is in dollars, instants are ISO 8601 in UTC. */

/** The special values of `staff`: the caller's own waits, and untaken ones. */
export const staffWords = { me: 'me', nobody: 'nobody' } as const

const StaffName = Type.String({ minLength: 1, maxLength: maxStaffNameLength })

/**
 * The query of the queue; earliest due first.
 * - `late`: late waits, or waits in time.
 * - `staff`: the waits that a person took, by name or one of {@link staffWords}.
 * - `q`: words, each of which begins a word of number, task, subject, Nerd, phone or message.
 * - `since`: the waits that began after this instant.
 * - `top_nerd`: the waits of orders that only a TOP Nerd may take.
 */
export const QueueQuery = closed({
  kind: Type.Optional(oneOf(waitKinds)),
  late: Type.Optional(oneOf(['true', 'false'])),
  turn: Type.Optional(oneOf(turns)),
  staff: Type.Optional(StaffName),
  q: Type.Optional(Type.String({ maxLength: 1_000 })),
  since: Type.Optional(Instant),
  top_nerd: Type.Optional(oneOf(['true'])),
  cursor: Type.Optional(Cursor),
})
export type QueueQuery = Static<typeof QueueQuery>

/** The subject of a wait, its start and its due time. */
export const OpenWait = Type.Object({
  kind: oneOf(waitKinds),
  /** `kind` in words. */
  waits_for: Type.String(),
  turn: oneOf(turns),
  since: Instant,
  /** Null without a promised time. */
  due: Nullable(Instant),
  late: Type.Boolean(),
  /** The person who took it; null if nobody did. */
  taken_by: Nullable(Type.String()),
  /** The commands that end the wait, the usual one first; `amount` in dollars, of the `tip` or of the order. */
  next: Type.Array(
    Type.Object({
      event: oneOf(staffCommandNames),
      amount: Type.Optional(Type.Number()),
      tip: Type.Optional(Type.Literal(true)),
      services: Type.Optional(Type.Unsafe<readonly ServiceKey[]>(Type.Array(oneOf(serviceKeys)))),
    }),
  ),
})
export type OpenWait = Static<typeof OpenWait>

/** The wait for an answer in a conversation at `now` (epoch milliseconds); empty without a wait. */
export const answerWaits = (
  { waits_since: since, due, taken_by }: Pick<OperationsConversation, 'waits_since' | 'due' | 'taken_by'>,
  now: number,
): OpenWait[] => {
  if (since === null) return []
  const late = isWaitLate({ due: due === null ? null : Date.parse(due) }, now)
  const kind = 'message'
  const next = [...answerCommands]
  return [{ kind, waits_for: waitName(kind), turn: waitTurn(kind), since, due, late, taken_by, next }]
}

/** An open wait. */
const QueueEntry = Type.Object({
  ...OpenWait.properties,
  /** The waiting order, message, refund, upload or referrer; unique within its kind. */
  id: Type.String(),
  /** Null for a message from an unknown number or an unproved sender. */
  client_id: Nullable(Type.String()),
  /** For a message, the order that it probably concerns; null if its sender has none, like the order's fields below. */
  order_id: Nullable(Type.String()),
  number: Nullable(Type.String()),
  /** The client's title, else the first words of the description. */
  title: Nullable(Type.String()),
  /** The job type and size for staff: "Essay (writing), 2 pages". */
  work: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  /** The name of the Nerd who has the order. */
  nerd: Nullable(Type.String()),
  deadline: Nullable(Instant),
  /** Extra services by the names of SRV-01. */
  services: Type.Array(Type.String()),
  top_nerd: Type.Boolean(),
  report: Type.Boolean(),
  preferred_nerd: Nullable(Type.String()),
  /** The client's payment for the order, in dollars. */
  amount: Nullable(Type.Number()),
  /** For a message: whether the client's session or phone sent it; else its contact data is only typed (MSG-01). */
  proved: Nullable(Type.Boolean()),
  /**
   * For a message, the sender in E.164 and the text; a null text means that the sender left only a number. For stuck
   * work (OPS-09), its description, and the phone of an undelivered text.
   */
  phone: Nullable(Type.String()),
  /** The client's nickname, else phone or e-mail; null without an account. */
  name: Nullable(Type.String()),
  words: Nullable(Type.String()),
  /** For a message, the address of its conversation; null if the sender has none (TALK-05). */
  conversation: Nullable(Type.String()),
  /** The newest message of a conversation's `words`: a wait without an answer ends up to it (WAIT-01). */
  last: Nullable(Type.String()),
})
export type QueueEntry = Static<typeof QueueEntry>

/** A slice of the queue (OPS-09); `total` counts all matching waits. */
export const QueuePage = Type.Object({
  ...sliceOf(QueueEntry).properties,
  total: Type.Integer(),
  /** Open waits of each kind, regardless of the filters. */
  counts: Type.Array(Type.Object({ kind: oneOf(waitKinds), open: Type.Integer(), late: Type.Integer() })),
  /** Conversations that wait for an answer, regardless of the filters. */
  conversations: Type.Integer(),
})
export type QueuePage = Static<typeof QueuePage>

/** Takes an order for the caller, or for a colleague by name. */
export const OrderTake = closed({ staff: Type.Optional(StaffName) })
export type OrderTake = Static<typeof OrderTake>
