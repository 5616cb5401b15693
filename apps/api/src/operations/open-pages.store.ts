import type { NewRow } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries } from '../database/tables.ts'

/** Writes the pages that some streams show, or that they still show them. */
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

/** A page and the person who has it open. */
interface OpenPage {
  staff_id: string
  name: string
  page: string
}

/** The pages whose streams said after an instant that they show them. */
export const pagesSeenAfter = statement<OpenPage, [at: Date]>(`
  select distinct staff_id, name, page
  from staff_page join staff on staff.id = staff_page.staff_id
  where seen_at > $1
  order by name, page`)
