import { clientName } from '@nerdify/domain/clients/client-name.ts'
import type { ActionName } from '@nerdify/domain/staff/logged-actions.ts'
import type { NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Appends an action of operations, in the transaction that performs it. */
export const insertAction = (queries: Queries, row: NewRow<'operations_log'>) =>
  queries.insertInto('operations_log').values(row).execute()

/** The newest actions with these values, before the action `before`. */
export async function actionsOf(
  queries: Queries,
  wanted: { author?: string; subject?: string; action?: string | readonly ActionName[] },
  { before, most }: { before: string | undefined; most: number },
) {
  let rows = queries.selectFrom('operations_log').selectAll().orderBy('id', 'desc').limit(most)
  for (const [column, value] of Object.entries(wanted))
    rows = rows.where(column as keyof typeof wanted, 'in', [value].flat())
  return (before === undefined ? rows : rows.where('id', '<', before)).execute()
}

/** The names of the orders and clients with these ids: an order's number, a client's nickname, phone or e-mail. */
export async function namesOfSubjects(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const orders = await queries.selectFrom('client_order').select(['id', 'number']).where('id', 'in', ids).execute()
  const clients = await queries
    .selectFrom('client')
    .select(['id', 'nickname', 'phone', 'email'])
    .where('id', 'in', ids)
    .execute()
  return new Map([
    ...orders.map(({ id, number }) => [id, number] as const),
    ...clients.map(({ id, ...names }) => [id, clientName(names) ?? ''] as const),
  ])
}
