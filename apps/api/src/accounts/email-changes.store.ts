import { findRow, insertInto, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Of a change that waits for its link to be opened. */
const waiting = { confirmed_at: null, ended_at: null }

/** The change of a client's e-mail that waits for its link to be opened. */
export async function pendingChange(queries: Queries, clientId: string) {
  return findRow(queries, 'email_change', { client_id: clientId, ...waiting }, { by: ['id'], lastFirst: true })
}

/** One change, whatever became of it. */
export async function emailChange(queries: Queries, clientId: string, id: string) {
  return findRow(queries, 'email_change', { client_id: clientId, id })
}

/** Writes a change that waits. */
export const insertEmailChange = insertInto('email_change')

/** Ends whatever waits of a client. */
export async function endPendingChanges(queries: Queries, clientId: string, now: number): Promise<void> {
  await updateRows(queries, 'email_change', { client_id: clientId, ...waiting }, { ended_at: new Date(now) })
}

/** Notes that the link of a change was opened. */
export async function confirmChange(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await updateRows(queries, 'email_change', { client_id: clientId, id }, { confirmed_at: new Date(now) })
}

/** Notes that a change was undone, and with it every later one: keys are made in the order of time. */
export async function undoChangesSince(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await queries
    .updateTable('email_change')
    .set({ undone_at: new Date(now), ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', '>=', id)
    .execute()
}
