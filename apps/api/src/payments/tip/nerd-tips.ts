import { owedCents, tipsByMonth } from '@nerdify/domain/nerds/tips-owed.ts'
import { instantOfWallTime } from '@nerdify/domain/pricing/zoned-time.ts'
import type { Queries } from '../../database/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { tipsOfNerds } from '../ledger/ledger.store.ts'
import { insertPayout, payoutsOf } from './tip-payouts.store.ts'

/** The tips of a Nerd by month, or of all Nerds in one month, with the payouts (OPS-14); `zone` is the company's. */
export async function readNerdTips(queries: Queries, of: { nerdId: string } | { month: string }, zone: string) {
  const payouts = await payoutsOf(queries, of)
  const tips = await tipsOfNerds(queries, 'month' in of ? instantsOfMonth(of.month, zone) : of)
  return { months: tipsByMonth(tips, payouts, zone), payouts }
}

/** The instants (epoch milliseconds) at which a month ("2026-11") begins and ends. */
function instantsOfMonth(month: string, zone: string): { from: number; until: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const startOf = (index: number) => instantOfWallTime(Date.UTC(year, index), zone)
  return { from: startOf(number - 1), until: startOf(number) }
}

/**
 * Notes in the caller's transaction that all that a Nerd is owed for a month was paid out (OPS-14). 409 nothing_owed if that
 * is nothing, or if somebody else noted it at the same time.
 */
export async function payTipsOut(
  queries: Queries,
  payout: { nerdId: string; month: string; reference: string; author: string; now: number; zone: string },
): Promise<void> {
  const { nerdId, month, reference, author, now, zone } = payout
  const { months } = await readNerdTips(queries, { nerdId }, zone)
  const sums = months.find((row) => row.month === month)
  const nothingOwed = () =>
    new Refusal(409, 'Nothing is owed for this month.', { type: 'nothing_owed', value: 'month' })
  if (sums === undefined || owedCents(sums) <= 0) throw nothingOwed()
  const [before_cents, cents, at] = [sums.paidOutCents, owedCents(sums), new Date(now)]
  const row = { nerd_id: nerdId, month, before_cents, cents, reference, author, at }
  if (!(await insertPayout(queries, row))) throw nothingOwed()
}
