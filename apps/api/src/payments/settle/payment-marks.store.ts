import { findRow } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'

/**
 * Instant up to which a list of the card provider was checked, in epoch milliseconds; undefined before the first check.
 */
export async function readMark(queries: Queries, name: string): Promise<number | undefined> {
  return (await findRow(queries, 'payment_mark', { name }))?.at
}

/** Stores the instant up to which the list was checked. */
export async function setMark(queries: Queries, name: string, at: number): Promise<void> {
  await queries
    .insertInto('payment_mark')
    .values({ name, at: new Date(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at: new Date(at) }))
    .execute()
}
