import { formatMoney } from '@nerdify/domain/pricing/money.ts'

/** "$7": whole dollars are written without cents, as plans are. */
export const planPrice = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** "December 21, 2026", in the reader's own zone. */
export const longDay = (at: string | number): string => dayFormat.format(typeof at === 'string' ? Date.parse(at) : at)

const dayMs = 86_400_000

/** The day on which a plan that is begun now is charged next; after a trial, that is its first charge. */
export function nextCharge(now: number, trialDays: number | undefined): string {
  if (trialDays !== undefined) return longDay(now + trialDays * dayMs)
  const next = new Date(now)
  const day = next.getDate()
  next.setDate(1)
  next.setMonth(next.getMonth() + 1)
  next.setDate(Math.min(day, new Date(next.getFullYear(), next.getMonth() + 1, 0).getDate()))
  return longDay(next.getTime())
}
