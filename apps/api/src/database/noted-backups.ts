import type { Settings } from '../settings.ts'
import { firstStart } from './migrate.ts'
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

/** The age of the newest nightly backup. */
interface BackupAge {
  ms: number
  /** There is no backup, so the age counts from the product's first start. */
  isNone: boolean
}

/**
 * The age of the newest nightly backup at `now`, epoch milliseconds. In production without one it counts from the
 * product's first start (GO-06); undefined in a sandbox, which promises no backup.
 */
export async function backupAge(
  queries: Queries,
  { production }: Pick<Settings, 'production'>,
  now: number,
): Promise<BackupAge | undefined> {
  const newest = (await findRow(queries, 'backup', { kind }))?.at
  if (newest !== undefined) return { ms: now - newest, isNone: false }
  const start = production ? await firstStart(queries) : null
  return start === null ? undefined : { ms: now - start, isNone: true }
}
