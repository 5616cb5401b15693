import type { Selectable } from 'kysely'
import { findRow, type RowChange, type NewRow } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'

export type StoredReply = Selectable<Tables['saved_reply']>

/** Adds a saved reply (DESK-04). */
export const insertReply = (queries: Queries, row: NewRow<'saved_reply'>) =>
  queries.insertInto('saved_reply').values(row).execute()

/** At most `most` replies, by name. */
export const repliesByName = (queries: Queries, most: number): Promise<StoredReply[]> =>
  queries.selectFrom('saved_reply').selectAll().orderBy('name').orderBy('id').limit(most).execute()

/** A reply by key, locked until the transaction ends. */
export const replyById = (queries: Queries, id: string): Promise<StoredReply | undefined> =>
  findRow(queries, 'saved_reply', { id }, { lock: true })

/** Changes a reply; undefined columns stay. */
export const updateReply = (queries: Queries, id: string, change: RowChange<'saved_reply'>) =>
  queries.updateTable('saved_reply').set(change).where('id', '=', id).execute()

/** Removes a saved reply. */
export const removeSavedReply = (queries: Queries, id: string) =>
  queries.deleteFrom('saved_reply').where('id', '=', id).execute()
