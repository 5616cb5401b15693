import { bookFigures, cardFigures } from '@nerdify/domain/books/book-figures.ts'
import { type Static, Type } from 'typebox'
import { addressForms } from './address-forms.ts'
import { Reason } from './operations.ts'
import { closed, Instant, Nullable, oneOf, underEach } from './vocabulary.ts'

/** The books (OPS-13). Money is in dollars; days follow the company's clock. */

const BookDate = Type.String({ pattern: addressForms.day })

/** The first and the last day: `to` defaults to today, `from` to `to`. */
export const BooksQuery = closed({ from: Type.Optional(BookDate), to: Type.Optional(BookDate) })
export type BooksQuery = Static<typeof BooksQuery>

const BookAmounts = Type.Object({
  ...underEach(bookFigures, Type.Number()).properties,
  /** Card payments less refunds and disputes. */
  card_net: Type.Number(),
})

/** A figure of a day that differs from the card provider's, in dollars. */
const DayDifference = Type.Object({
  figure: oneOf(cardFigures),
  ours: Type.Number(),
  theirs: Type.Number(),
  compared_at: Instant,
  /** The person who settled it, and the reason; null while it is open. */
  settled: Nullable(Type.Object({ person: Type.String(), at: Instant, reason: Type.String() })),
})

/** Why a day's differences are acceptable. */
export const DaySettlement = closed({ reason: Reason })
export type DaySettlement = Static<typeof DaySettlement>

/** The books by day and in total, in dollars. */
export const Books = Type.Object({
  /** The company's time zone, an IANA name. */
  zone: Type.String(),
  days: Type.Array(
    Type.Object({ date: Type.String(), ...BookAmounts.properties, differences: Type.Array(DayDifference) }),
  ),
  sum: BookAmounts,
  /** The last day compared with the card provider. */
  compared_until: Nullable(Type.String()),
})
export type Books = Static<typeof Books>
