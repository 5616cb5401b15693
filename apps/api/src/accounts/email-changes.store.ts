import type { Queries } from '../database/tables.ts'

/** The change of a client's e-mail that waits for its link to be opened. */
export async function pendingChange(queries: Queries, clientId: string) {
  return queries
    .selectFrom('email_change')
    .select(['id', 'to_email'])
    .where('client_id', '=', clientId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One change, whatever became of it. */
export async function emailChange(queries: Queries, clientId: string, id: string) {
  return queries
    .selectFrom('email_change')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Writes a change that waits. */
export async function insertEmailChange(
  queries: Queries,
  change: { clientId: string; id: string; now: number; from: string | null; to: string },
): Promise<void> {
  await queries
    .insertInto('email_change')
    .values({
      client_id: change.clientId,
      id: change.id,
      at: new Date(change.now),
      from_email: change.from,
      to_email: change.to,
    })
    .execute()
}

/** Ends whatever waits of a client. */
export async function endPendingChanges(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries
    .updateTable('email_change')
    .set({ ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Notes that the link of a change was opened. */
export async function confirmChange(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await queries
    .updateTable('email_change')
    .set({ confirmed_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
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
