import type { BooksQuery } from '@nerdify/contract/books.ts'
import { dateOfDay, dayNumberAt, dayNumberOf } from '@nerdify/domain/books/book-days.ts'

export type Period = Required<BooksQuery>

/** The preset periods; all end today, in the company's zone. */
export function periodsOf(now: number, zone: string) {
  const today = dayNumberAt(now, zone)
  const to = dateOfDay(today)
  return {
    week: { from: dateOfDay(today - 6), to },
    month: { from: `${to.slice(0, -2)}01`, to },
    quarter: { from: dateOfDay(today - 89), to },
  } satisfies Record<string, Period>
}

/** The period of an address; the defaults for a missing or impossible date come from this month. */
export function periodOf(search: URLSearchParams, month: Period): Period {
  const read = (name: 'from' | 'to') => {
    const date = search.get(name) ?? ''
    return dayNumberOf(date) === undefined ? month[name] : date
  }
  return { from: read('from'), to: read('to') }
}
