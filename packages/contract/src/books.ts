import { bookFigures } from '@nerdify/domain/books/book-figures.ts'
import { type Static, Type } from 'typebox'
import { closed, underEach } from './vocabulary.ts'

/** The books (OPS-13). Money is in dollars; days are those of the company's clock. */

const BookDate = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' })

/** The first and the last day; without `to` today, without `from` the day of `to`. */
export const BooksQuery = closed({ from: Type.Optional(BookDate), to: Type.Optional(BookDate) })
export type BooksQuery = Static<typeof BooksQuery>

const BookAmounts = Type.Object({
  ...underEach(bookFigures, Type.Number()).properties,
  /** What cards paid less refunds and disputes. */
  card_net: Type.Number(),
})

/** The books by day and in sum, in dollars. */
export const Books = Type.Object({
  /** The company's time zone, an IANA name. */
  zone: Type.String(),
  days: Type.Array(Type.Object({ date: Type.String(), ...BookAmounts.properties })),
  sum: BookAmounts,
})
export type Books = Static<typeof Books>
