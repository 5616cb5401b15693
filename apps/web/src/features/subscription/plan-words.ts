import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'

/** "$7": plan prices are whole dollars without cents. */
export const planPrice = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')

/** "Mon, Dec 21", "Thu, Jan 21, 2027": a plan's day in the reader's zone; `now` in epoch milliseconds (EASE-07). */
export const planDay = (at: string, now: number): string => ownDates.date(Date.parse(at), now)

const dayMs = 86_400_000

/** The day of the next charge if the plan starts now; after a trial, its first charge. */
export function nextCharge(now: number, trialDays: number | undefined): string {
  if (trialDays !== undefined) return ownDates.date(now + trialDays * dayMs, now)
  const next = new Date(now)
  const day = next.getDate()
  next.setDate(1)
  next.setMonth(next.getMonth() + 1)
  next.setDate(Math.min(day, new Date(next.getFullYear(), next.getMonth() + 1, 0).getDate()))
  return ownDates.date(next.getTime(), now)
}
