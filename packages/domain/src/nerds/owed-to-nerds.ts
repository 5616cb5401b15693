import type { Cents } from '../pricing/money.ts'
import { dateTimeIn } from '../pricing/zoned-time.ts'

/** The month of an instant (epoch milliseconds) by the clock of a zone: "2026-11". */
export function monthAt(at: number, zone: string): string {
  const { year, month } = dateTimeIn(zone, at)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** A Nerd's month, in cents: tips less refunds, fees for work first delivered in it, and payouts. */
export interface MonthOfNerd {
  nerdId: string
  month: string
  tipsCents: Cents
  feesCents: Cents
  paidOutCents: Cents
}

/** The amount owed to a Nerd for a month (OPS-14); negative if a tip was refunded after its payout. */
export const owedCents = ({ tipsCents, feesCents, paidOutCents }: MonthOfNerd): Cents =>
  tipsCents + feesCents - paidOutCents

/** Money that a Nerd earned; `at` in epoch milliseconds. */
interface Earning {
  nerdId: string
  at: number
  cents: Cents
}

/** Sums tips, fees and payouts by Nerd and month of a zone's clock, the newest month first (OPS-14). */
export function owedByMonth({
  tips,
  fees,
  payouts,
  zone,
}: {
  tips: readonly Earning[]
  /** Each at the first delivery of its order. */
  fees: readonly Earning[]
  payouts: readonly { nerdId: string; month: string; cents: Cents }[]
  zone: string
}): MonthOfNerd[] {
  const months = new Map<string, MonthOfNerd>()
  const add = (nerdId: string, month: string, part: 'tipsCents' | 'feesCents' | 'paidOutCents', cents: Cents) => {
    const key = `${month} ${nerdId}`
    const before = months.get(key) ?? { nerdId, month, tipsCents: 0, feesCents: 0, paidOutCents: 0 }
    months.set(key, { ...before, [part]: before[part] + cents })
  }
  for (const { nerdId, at, cents } of tips) add(nerdId, monthAt(at, zone), 'tipsCents', cents)
  for (const { nerdId, at, cents } of fees) add(nerdId, monthAt(at, zone), 'feesCents', cents)
  for (const { nerdId, month, cents } of payouts) add(nerdId, month, 'paidOutCents', cents)
  return [...months].toSorted(([a], [b]) => b.localeCompare(a)).map(([, sums]) => sums)
}
