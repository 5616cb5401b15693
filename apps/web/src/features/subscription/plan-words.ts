import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'

/** "$7": whole dollars are written without cents, as plans are. */
export const planPrice = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')

/** "Mon, Dec 21", "Thu, Jan 21, 2027": a day of a plan in the reader's own zone; `now` in epoch milliseconds (EASE-07). */
export const planDay = (at: string, now: number): string => ownDates.date(Date.parse(at), now)

const dayMs = 86_400_000

/** The day on which a plan that is begun now is charged next; after a trial, that is its first charge. */
export function nextCharge(now: number, trialDays: number | undefined): string {
  if (trialDays !== undefined) return ownDates.date(now + trialDays * dayMs, now)
  const next = new Date(now)
  const day = next.getDate()
  next.setDate(1)
  next.setMonth(next.getMonth() + 1)
  next.setDate(Math.min(day, new Date(next.getFullYear(), next.getMonth() + 1, 0).getDate()))
  return ownDates.date(next.getTime(), now)
}
