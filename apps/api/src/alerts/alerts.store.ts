import { before, deleteRows, findRows, insertIfNew, until, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/**
 * Notes that a condition holds at `now`; true if its mail is due, which is then marked as sent: at once, and again when
 * the last one is from `mailedBefore` or earlier (epoch milliseconds).
 */
export async function noteAlert(
  queries: Queries,
  name: string,
  { now, mailedBefore }: { now: number; mailedBefore: number },
): Promise<boolean> {
  const at = new Date(now)
  if (await insertIfNew(queries, 'alert', { name, since: at, seen_at: at, mailed_at: at })) return true
  await updateRows(queries, 'alert', { name }, { seen_at: at })
  return (await updateRows(queries, 'alert', { name, mailed_at: until(mailedBefore) }, { mailed_at: at })) > 0
}

/** Removes the alerts that no process has seen since `seenBefore` (epoch milliseconds), and answers them. */
export async function endAlerts(queries: Queries, seenBefore: number) {
  const unseen = { seen_at: before(seenBefore) }
  const ended = await findRows(queries, 'alert', unseen, { by: ['name'], lock: true })
  await deleteRows(queries, 'alert', unseen)
  return ended
}
