import { type Turn, waitKinds } from '@nerdify/domain/orders/order-waits.ts'
import { type Static, type TSchema, Type } from 'typebox'
import { pageOf } from './page-of.ts'
import { oneOf } from './vocabulary.ts'

/** The queue of operations: everything that somebody waits for (WAIT-01). Money is in dollars, instants are ISO 8601 in UTC. */

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Instant = Type.String({ format: 'date-time', maxLength: 40 })
const turns = ['staff', 'nerd', 'client'] as const satisfies readonly Turn[]

/** The query of the queue: what is due first comes first; pages start at 0. `late` leaves out what is in time, or what is late. */
export const QueueQuery = Type.Object(
  {
    kind: Type.Optional(oneOf(waitKinds)),
    late: Type.Optional(oneOf(['true', 'false'])),
    page: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
  },
  { additionalProperties: false },
)

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
  client_id: Type.String(),
  order_id: Type.String(),
  number: Type.String(),
  /** The kind of work, its size and its title, as staff read them: "Essay (writing), 2 Pages: Causes of the war". */
  task: Type.String(),
  deadline: Nullable(Instant),
  /** What was bought besides, by the names of SRV-01. */
  services: Type.Array(Type.String()),
  top_nerd: Type.Boolean(),
  report: Type.Boolean(),
  preferred_nerd: Nullable(Type.String()),
  /** What the client paid of it, in dollars. */
  amount: Type.Number(),
  /** The commands of `npm run ops` that end it, the usual one first; words in capitals are to be filled in. */
  next: Type.Array(Type.String()),
})
/** The same as a type. */
export type QueueEntry = Static<typeof QueueEntry>

/** A page of the queue. */
export const QueuePage = pageOf(QueueEntry)
export type QueuePage = Static<typeof QueuePage>
