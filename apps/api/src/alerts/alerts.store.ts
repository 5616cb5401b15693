import { instant } from '../database/instant.ts'
import { insertIfNew } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/**
 * Records that a condition holds at `now`; true if its mail is due, and marks it as sent: at once, and again if the
 * last mail is from `mailedBefore` or earlier (epoch milliseconds).
 */
export async function noteAlert(
  queries: Queries,
  name: string,
  { now, mailedBefore }: { now: number; mailedBefore: number },
): Promise<boolean> {
  const at = new Date(now)
  if (await insertIfNew(queries, 'alert', { name, since: at, seen_at: at, mailed_at: at })) return true
  await queries.updateTable('alert').set({ seen_at: at }).where('name', '=', name).execute()
  const { numUpdatedRows } = await queries
    .updateTable('alert')
    .set({ mailed_at: at })
    .where('name', '=', name)
    .where('mailed_at', '<=', instant(mailedBefore))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the alerts that no process has seen since `seenBefore` (epoch milliseconds), and returns them. */
export async function endAlerts(queries: Queries, seenBefore: number) {
  const unseen = instant(seenBefore)
  const ended = await queries
    .selectFrom('alert')
    .selectAll()
    .where('seen_at', '<', unseen)
    .orderBy('name')
    .forUpdate()
    .execute()
  await queries.deleteFrom('alert').where('seen_at', '<', unseen).execute()
  return ended
}
