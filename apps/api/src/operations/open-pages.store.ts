import { instant } from '../database/instant.ts'
import type { NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Upserts the pages that some streams show. */
export async function upsertPages(queries: Queries, rows: readonly NewRow<'staff_page'>[]): Promise<void> {
  if (rows.length === 0) return
  await queries
    .insertInto('staff_page')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('stream_id').doUpdateSet(({ ref }) => ({ seen_at: ref('excluded.seen_at') })),
    )
    .execute()
}

/** Deletes the row of a stream that has ended. */
export const deletePage = (queries: Queries, streamId: string) =>
  queries.deleteFrom('staff_page').where('stream_id', '=', streamId).execute()

/** The pages that streams have reported since an instant (epoch milliseconds), with their persons. */
export const pagesSeenAfter = (queries: Queries, at: number) =>
  queries
    .selectFrom('staff_page')
    .innerJoin('staff', 'staff.id', 'staff_page.staff_id')
    .select(['staff_id', 'name', 'page'])
    .distinct()
    .where('seen_at', '>', instant(at))
    .orderBy('name')
    .orderBy('page')
    .execute()
