import { type RowChange, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Binds where a newcomer came in; false unless they still await their first code. */
export async function bindLanding(
  queries: Queries,
  clientId: string,
  landing: Pick<RowChange<'client_origin'>, 'landing' | 'landing_query' | 'referral'>,
): Promise<boolean> {
  const awaiting = { client_id: clientId, awaits_code: true }
  return (await updateRows(queries, 'client_origin', awaiting, { ...landing, awaits_code: false })) > 0
}
