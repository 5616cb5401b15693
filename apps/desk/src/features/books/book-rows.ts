import type { Books } from '@nerdify/contract/books.ts'
import { dayMs, dayNumberOf } from '@nerdify/domain/books/book-days.ts'
import { bookFigures, type BookSums, bookSums, cardNetCents, creditCents } from '@nerdify/domain/books/book-figures.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { bookTexts } from '../../texts/books.ts'

/** "Tue, Nov 17" of "2026-11-17". */
export const dayName = (date: string, now: number): string =>
  dateWords('UTC').date((dayNumberOf(date) ?? 0) * dayMs, now)

/** The sums of a day, or of all days, in cents. */
export const sumsOf = (amounts: Books['sum']): BookSums => bookSums((figure) => centsFromDollars(amounts[figure]))

export const hasMoved = (sums: BookSums): boolean => bookFigures.some((figure) => sums[figure] !== 0)

const { columns } = bookTexts

/** The columns of the table; outgoing money is negative. */
export const bookColumns: readonly (readonly [name: string, cents: (sums: BookSums) => Cents])[] = [
  [columns.orders, (sums) => sums.orders_by_card],
  [columns.tips, (sums) => sums.tips],
  [columns.plans, (sums) => sums.plan_months],
  [columns.refunds, (sums) => 0 - sums.refunds_to_cards],
  [columns.disputes, (sums) => 0 - sums.disputes],
  [columns.net, cardNetCents],
  [columns.spent, (sums) => sums.orders_from_balances],
  [columns.returned, (sums) => 0 - sums.refunds_to_balances],
  [columns.outside, (sums) => 0 - sums.refunds_outside],
  [columns.credits, (sums) => 0 - creditCents(sums)],
  [columns.debits, (sums) => sums.staff_debits],
  [columns.fees, (sums) => 0 - sums.fees_owed],
]

/** A day's bars: income by card and from balances above the axis, refunds below it, in cents. */
export interface DayBars {
  card: Cents
  balance: Cents
  out: Cents
}

/** Sums of columns of the table, so that it has every figure of the chart. */
export const barsOf = (sums: BookSums): DayBars => ({
  card: sums.orders_by_card + sums.tips + sums.plan_months,
  balance: sums.orders_from_balances,
  out: sums.refunds_to_cards + sums.refunds_to_balances + sums.refunds_outside + sums.disputes,
})

/** At most this many grid lines are above the axis. */
const mostSteps = 4

/** The distance of the chart's lines in cents: 1, 2 or 5 dollars times a power of ten. */
export function stepOf(highest: Cents): Cents {
  for (let power = 100; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((each) => each * mostSteps >= highest)
    if (step !== undefined) return step
  }
}
