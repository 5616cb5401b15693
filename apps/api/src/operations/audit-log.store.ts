import { insertInto } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Appends an action of operations, in the transaction that performs it. */
export const insertAction = insertInto('operations_log')

/** The newest actions with these values, before the action `before`. */
export async function actionsOf(
  queries: Queries,
  wanted: { author?: string; subject?: string; action?: string },
  { before, most }: { before: string | undefined; most: number },
) {
  let rows = queries.selectFrom('operations_log').selectAll().orderBy('id', 'desc').limit(most)
  for (const [column, value] of Object.entries(wanted)) rows = rows.where(column as keyof typeof wanted, '=', value)
  return (before === undefined ? rows : rows.where('id', '<', before)).execute()
}
