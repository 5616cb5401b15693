import { sql } from 'kysely'
import { isDue } from '../database/instant.ts'
import { insertIfNew, type RowChange } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Stores an event of the provider; a repeat is a no-op. */
export async function insertCardEvent(
  queries: Queries,
  { id, type, objectId: object_id, now }: { id: string; type: string; objectId: string; now: number },
): Promise<void> {
  const at = { next_at: new Date(now), received_at: new Date(now) }
  await insertIfNew(queries, 'card_event', { id, type, object_id, status: 'new', ...at })
}

/** Claims pending events. Each is postponed until `until`, so that it is retried if the claiming process dies. */
export async function claimCardEvents(
  queries: Queries,
  { now, until, longestWaitMs, most }: { now: number; until: number; longestWaitMs: number; most: number },
) {
  const due = queries
    .selectFrom('card_event')
    .select('id')
    .where('status', '=', 'new')
    .where(isDue('next_at', { now, longestWaitMs }))
    .orderBy('next_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return queries
    .updateTable('card_event')
    .set({ next_at: new Date(until), attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .returning(['id', 'type', 'object_id', 'attempts'])
    .execute()
}

/** Records the outcome of an event: applied, impossible to apply, or postponed after a failure. */
export async function noteCardEvent(queries: Queries, id: string, change: RowChange<'card_event'>): Promise<void> {
  await queries.updateTable('card_event').set(change).where('id', '=', id).execute()
}

/** Makes every pending event due now: the process that had claimed them is gone. */
export async function takeOverCardEvents(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('card_event')
    .set({ next_at: new Date(now) })
    .where('status', '=', 'new')
    .execute()
}
