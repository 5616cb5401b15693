import { insertIfNew, type NewRow } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'

/** Writes a payout unless another came first; answers whether it did. */
export const insertPayout = (queries: Queries, payout: NewRow<'tip_payout'>): Promise<boolean> =>
  insertIfNew(queries, 'tip_payout', payout)

/** The payouts of a Nerd, or of all for a month, newest first; cents. */
export async function payoutsOf(queries: Queries, of: { nerdId: string } | { month: string }) {
  let payouts = queries.selectFrom('tip_payout').selectAll()
  payouts = 'month' in of ? payouts.where('month', '=', of.month) : payouts.where('nerd_id', '=', of.nerdId)
  const rows = await payouts.orderBy('at', 'desc').orderBy('nerd_id').execute()
  return rows.map(({ nerd_id: nerdId, cents, ...row }) => ({ ...row, nerdId, cents: Number(cents) }))
}
