import { dateOfDay, dayNumberAt } from '@nerdify/domain/books/book-days.ts'
import type { Queries } from '../database/tables.ts'
import { readMark, setMark } from '../payments/settle/payment-marks.store.ts'

const mark = 'compared days'

/** The number of the last day that the daily round compared; undefined before the first. */
export async function lastComparedDay(queries: Queries, zone: string): Promise<number | undefined> {
  const at = await readMark(queries, mark)
  return at === undefined ? undefined : dayNumberAt(at, zone)
}

/** The last compared day as a date, "2026-11-26"; null before the first. */
export async function comparedUntil(queries: Queries, zone: string): Promise<string | null> {
  const day = await lastComparedDay(queries, zone)
  return day === undefined ? null : dateOfDay(day)
}

/** Records that the daily round has compared a day. */
export const setLastComparedDay = (queries: Queries, { from }: { from: number }): Promise<void> =>
  setMark(queries, mark, from)
