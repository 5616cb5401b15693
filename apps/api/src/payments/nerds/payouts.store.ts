import { sql } from 'kysely'
import { insertIfNew, type NewRow } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'

/** Inserts a payout unless another came first; returns whether it did. */
export const insertPayout = (queries: Queries, payout: NewRow<'tip_payout'>): Promise<boolean> =>
  insertIfNew(queries, 'tip_payout', payout)

/** Moves the payouts of a Nerd to another, where they follow the payouts of the same month. */
export async function givePayouts(queries: Queries, from: string, to: string): Promise<void> {
  await sql`
    update tip_payout set nerd_id = ${to}, before_cents = before_cents + coalesce(
      (select sum(cents) from tip_payout as theirs where theirs.nerd_id = ${to} and theirs.month = tip_payout.month), 0)
    where nerd_id = ${from}`.execute(queries)
}

/** The payouts of a Nerd, or all of a month, newest first; cents. */
export async function payoutsOf(queries: Queries, scope: { nerdId: string } | { month: string }) {
  let payouts = queries.selectFrom('tip_payout').selectAll()
  payouts = 'month' in scope ? payouts.where('month', '=', scope.month) : payouts.where('nerd_id', '=', scope.nerdId)
  const rows = await payouts.orderBy('at', 'desc').orderBy('nerd_id').execute()
  return rows.map(({ nerd_id: nerdId, cents, ...row }) => ({ ...row, nerdId, cents: Number(cents) }))
}
