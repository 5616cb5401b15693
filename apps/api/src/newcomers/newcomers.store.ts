import { after, findRow, insertIfNew, insertInto, type NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Keeps what was said with a new client's number; what was said first stands. */
export async function insertOrigin(queries: Queries, origin: NewRow<'client_origin'>): Promise<void> {
  await insertIfNew(queries, 'client_origin', origin)
}

/** Whether a client left words with their number after an instant. */
export async function hasContactRequestSince(
  queries: Queries,
  { clientId, since }: { clientId: string; since: number },
): Promise<boolean> {
  const row = await findRow(queries, 'contact_request', { client_id: clientId, from_number: null, at: after(since) })
  return row !== undefined
}

/** Keeps somebody's wish to be texted, or what they left with their number. */
export const insertContactRequest = insertInto('contact_request')
