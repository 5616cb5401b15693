import type { Queries, Tables } from './tables.ts'

/** Notes a backup of this database. */
export async function noteBackup(queries: Queries, kind: Tables['backup']['kind'], now: number): Promise<void> {
  const at = new Date(now)
  await queries
    .insertInto('backup')
    .values({ kind, at })
    .onConflict((row) => row.column('kind').doUpdateSet({ at }))
    .execute()
}

/** Epoch milliseconds of the newest backup; undefined if none was noted. */
export async function newestBackup(queries: Queries): Promise<number | undefined> {
  const newest = await queries.selectFrom('backup').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()
  return newest?.at
}
