import { daysSinceEpoch, isCalendarDate } from '../pricing/calendar-date.ts'
import { instantOfWallTime, dateTimeIn } from '../pricing/zoned-time.ts'

export const dayMs = 24 * 3_600_000

/** A day of the books: its date, "2026-11-26", its start and its exclusive end, in epoch milliseconds. */
export interface BookDay {
  date: string
  from: number
  until: number
}

/** The day number of a date, "2026-11-26": days since 1 January 1970; undefined for an invalid date. */
export function dayNumberOf(date: string): number | undefined {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return isCalendarDate({ year, month, day }) ? daysSinceEpoch({ year, month, day }) : undefined
}

/** The day number of an instant by a zone's clock; see {@link dayNumberOf}. */
export const dayNumberAt = (at: number, zone: string): number => daysSinceEpoch(dateTimeIn(zone, at))

const padded = (part: number): string => String(part).padStart(2, '0')

/** The date of a day number, "2026-11-26": the inverse of {@link dayNumberOf}. */
export function dateOfDay(dayNumber: number): string {
  const { year, month, day } = dateTimeIn('UTC', dayNumber * dayMs)
  return `${year}-${padded(month)}-${padded(day)}`
}

/** The days from `first` to `last`, inclusive, by a zone's clock (OPS-13): 23 or 25 hours when the clock changes. */
export function bookDays({ first, last, zone }: { first: number; last: number; zone: string }): BookDay[] {
  const startOf = (day: number) => instantOfWallTime(day * dayMs, zone)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const day = first + index
    return { date: dateOfDay(day), from: startOf(day), until: startOf(day + 1) }
  })
}
