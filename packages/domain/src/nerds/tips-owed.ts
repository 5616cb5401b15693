import type { Cents } from '../pricing/money.ts'
import { shownIn } from '../pricing/zoned-time.ts'

/** The month of an instant (epoch milliseconds) by the clock of a zone: "2026-11". */
export function monthAt(at: number, zone: string): string {
  const { year, month } = shownIn(zone, at)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** The tips of a Nerd in a month, in cents: what clients gave less what was given back, and what was paid out. */
export interface MonthTips {
  nerdId: string
  month: string
  tipsCents: Cents
  paidOutCents: Cents
}

/** What a Nerd is owed for a month (OPS-14); negative if a tip was given back after it was paid out. */
export const owedCents = ({ tipsCents, paidOutCents }: MonthTips): Cents => tipsCents - paidOutCents

/** Sums tips and payouts by Nerd and month, the newest month first (OPS-14). */
export function tipsByMonth(
  tips: readonly { nerdId: string; at: number; cents: Cents }[],
  payouts: readonly { nerdId: string; month: string; cents: Cents }[],
  zone: string,
): MonthTips[] {
  const months = new Map<string, MonthTips>()
  const add = (nerdId: string, month: string, { tipsCents = 0, paidOutCents = 0 }: Partial<MonthTips>) => {
    const key = `${month} ${nerdId}`
    const before = months.get(key) ?? { nerdId, month, tipsCents: 0, paidOutCents: 0 }
    months.set(key, {
      nerdId,
      month,
      tipsCents: before.tipsCents + tipsCents,
      paidOutCents: before.paidOutCents + paidOutCents,
    })
  }
  for (const { nerdId, at, cents } of tips) add(nerdId, monthAt(at, zone), { tipsCents: cents })
  for (const { nerdId, month, cents } of payouts) add(nerdId, month, { paidOutCents: cents })
  return [...months].toSorted(([a], [b]) => b.localeCompare(a)).map(([, sums]) => sums)
}
