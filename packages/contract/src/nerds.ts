import { visible } from '@nerdify/domain/input/visible-text.ts'
import { type Static, Type } from 'typebox'
import { maxWorkerNameLength } from './orders.ts'
import { sliceOf } from './page-of.ts'
import { ContentVersion } from './content-version.ts'
import { IdAddress } from './addresses.ts'
import { closed, Instant, Nullable, oneOf } from './vocabulary.ts'

/** The register of Nerds (OPS-14). Ratings are stars from 0 to 5, instants are ISO 8601 in UTC. */

const Name = Type.String({ minLength: 1, maxLength: maxWorkerNameLength, pattern: visible.source })
const Rating = Type.Number({ minimum: 0, maximum: 5 })
const fields = {
  /** Receives the work sheets. */
  email: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 254 }))),
  subjects: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: visible.source }), {
      maxItems: 100,
      uniqueItems: true,
    }),
  ),
  /** An inactive Nerd gets no new orders. */
  active: Type.Optional(Type.Boolean()),
}

/** A new Nerd; `rating` applies until the fifth mark. */
export const NerdCreation = closed({ name: Name, rating: Rating, ...fields })
export type NerdCreation = Static<typeof NerdCreation>

/** Changes of a Nerd. */
export const NerdChange = Type.Object(
  { name: Type.Optional(Name), rating: Type.Optional(Rating), ...fields },
  { additionalProperties: false, minProperties: 1 },
)
export type NerdChange = Static<typeof NerdChange>

/** Merges a duplicate entry of the same person `into` the one to keep. */
export const NerdMerge = closed({ into: IdAddress.properties.id })
export type NerdMerge = Static<typeof NerdMerge>

/** The query of the register, sorted by name: `q` searches names and subjects, `cursor` is the `next` of the last page. */
export const NerdsQuery = closed({
  q: Type.Optional(Type.String({ maxLength: 100 })),
  active: Type.Optional(oneOf(['true', 'false'])),
  cursor: Type.Optional(Type.String({ maxLength: 36 })),
})
export type NerdsQuery = Static<typeof NerdsQuery>

/** A Nerd with their rating and their work. */
export const RegisteredNerd = Type.Object({
  id: Type.String(),
  version: ContentVersion,
  name: Type.String(),
  email: Nullable(Type.String()),
  subjects: Type.Array(Type.String()),
  active: Type.Boolean(),
  /** From the clients' marks, or `entered_rating` until there are five. */
  rating: Type.Number(),
  entered_rating: Type.Number(),
  /** The number of marks from clients. */
  marks: Type.Integer(),
  /** The open orders of this Nerd. */
  open: Type.Integer(),
  late: Type.Integer(),
  /** The earliest due time of the open orders; null without one. */
  next_due: Nullable(Instant),
  /** Orders last delivered within 30 days. */
  delivered_30_days: Type.Integer(),
})
export type RegisteredNerd = Static<typeof RegisteredNerd>

/** A slice of the register. */
export const NerdPage = sliceOf(RegisteredNerd)
export type NerdPage = Static<typeof NerdPage>

/** A month, "2026-11". */
const Month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })

/** The query of the amounts owed to all Nerds; `month` defaults to the current one. */
export const OwedQuery = closed({ month: Type.Optional(Month) })

/**
 * Records that the whole amount owed for a month was paid out; `amount` is the paid-out amount in dollars, and `reference`
 * names the transfer. Without `amount`, as older pages send it, the amount owed at that moment is recorded.
 */
export const NerdPayout = closed({
  month: Month,
  amount: Type.Optional(Type.Number({ minimum: 0 })),
  reference: Type.String({ minLength: 1, maxLength: 200, pattern: visible.source }),
})
export type NerdPayout = Static<typeof NerdPayout>

/**
 * A Nerd's month in dollars: tips less refunds, fees of work first delivered in it, payouts, and the amount still owed.
 */
const MonthOfNerd = Type.Object({
  nerd_id: Type.String(),
  nerd: Type.String(),
  month: Month,
  tips: Type.Number(),
  fees: Type.Number(),
  paid_out: Type.Number(),
  owed: Type.Number(),
})

/** Tips and fees by Nerd and month, newest month first, with their payouts. */
export const OwedToNerds = Type.Object({
  months: Type.Array(MonthOfNerd),
  payouts: Type.Array(
    Type.Object({
      nerd: Type.String(),
      month: Month,
      amount: Type.Number(),
      reference: Type.String(),
      person: Type.String(),
      at: Instant,
    }),
  ),
})
export type OwedToNerds = Static<typeof OwedToNerds>
