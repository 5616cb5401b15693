import { findRow } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'

/** Until when something of the card provider was looked through, in epoch milliseconds; nothing before the first time. */
export async function readMark(queries: Queries, name: string): Promise<number | undefined> {
  return (await findRow(queries, 'payment_mark', { name }))?.at
}

/** Notes until when it was looked through. */
export async function setMark(queries: Queries, name: string, at: number): Promise<void> {
  await queries
    .insertInto('payment_mark')
    .values({ name, at: new Date(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at: new Date(at) }))
    .execute()
}
