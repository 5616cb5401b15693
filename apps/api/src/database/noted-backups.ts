import { findRow } from './rows.ts'
import type { Queries } from './tables.ts'

const kind = 'nightly'

/** Records a nightly backup of this database. */
export async function noteBackup(queries: Queries, now: number): Promise<void> {
  const at = new Date(now)
  await queries
    .insertInto('backup')
    .values({ kind, at })
    .onConflict((row) => row.column('kind').doUpdateSet({ at }))
    .execute()
}

/** Epoch milliseconds of the newest nightly backup; undefined if there is none. */
export async function newestBackup(queries: Queries): Promise<number | undefined> {
  return (await findRow(queries, 'backup', { kind }))?.at
}
