import { sql } from 'kysely'
import { findRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import type { PersonMark } from '../keys/person-marks.ts'

/** Upserts marks with the number of orders that their person paid; a larger stored count stays. */
export async function insertMarks(
  queries: Queries,
  marks: readonly PersonMark[],
  { orders, now }: { orders: number; now: number },
): Promise<void> {
  if (marks.length === 0) return
  await queries
    .insertInto('earlier_orders')
    .values(marks.map((mark) => ({ ...mark, orders, at: new Date(now) })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'mark']).doUpdateSet({
        orders: sql<number>`greatest(earlier_orders.orders, excluded.orders)`,
        at: new Date(now),
      }),
    )
    .execute()
}

/** The largest order count among these marks; 0 if no mark is stored. */
export async function ordersOfMarks(queries: Queries, marks: readonly PersonMark[]): Promise<number> {
  if (marks.length === 0) return 0
  const { orders } = await queries
    .selectFrom('earlier_orders')
    .select((row) => row.fn.coalesce(row.fn.max('orders'), row.lit(0)).as('orders'))
    .where((where) => where.or(marks.map(({ kind, mark }) => where.and({ kind, mark }))))
    .executeTakeFirstOrThrow()
  return Number(orders)
}

/** Upserts the count of a client's earlier orders; a larger count stays. */
export async function upsertEarlierOrders(
  queries: Queries,
  { clientId, orders }: { clientId: string; orders: number },
): Promise<void> {
  await queries
    .insertInto('known_again')
    .values({ client_id: clientId, orders })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ orders: sql<number>`greatest(known_again.orders, excluded.orders)` }),
    )
    .execute()
}

/** Number of orders that a client paid under accounts that were erased (HOLD-09). */
export async function earlierOrderCount(queries: Queries, clientId: string): Promise<number> {
  return (await findRow(queries, 'known_again', { client_id: clientId }))?.orders ?? 0
}
