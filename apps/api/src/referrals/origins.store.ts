import type { RowChange } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Binds where a newcomer came in; false unless they still await their first code. */
export async function bindLanding(
  queries: Queries,
  clientId: string,
  landing: Pick<RowChange<'client_origin'>, 'landing' | 'landing_query' | 'referral'>,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('client_origin')
    .set({ ...landing, awaits_code: false })
    .where('client_id', '=', clientId)
    .where('awaits_code', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
