import type { Selectable } from 'kysely'
import { deleteRows, findRow, findRows, insertInto, type RowChange, updateRows } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'

export type StoredReply = Selectable<Tables['saved_reply']>

export const insertReply = insertInto('saved_reply')

/** At most `most` replies, by name. */
export const repliesByName = (queries: Queries, most: number): Promise<StoredReply[]> =>
  findRows(queries, 'saved_reply', {}, { by: ['name', 'id'], most })

/** A reply by key, locked until the transaction ends. */
export const replyById = (queries: Queries, id: string): Promise<StoredReply | undefined> =>
  findRow(queries, 'saved_reply', { id }, { lock: true })

/** Changes a reply; undefined columns stay. */
export const updateReply = (queries: Queries, id: string, change: RowChange<'saved_reply'>) =>
  updateRows(queries, 'saved_reply', { id }, change)

export const deleteReply = (queries: Queries, id: string) => deleteRows(queries, 'saved_reply', { id })
