import { after, findRow, insertIfNew, insertInto, type NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Keeps what was said with a new client's number; what was said first stands. */
export async function insertOrigin(queries: Queries, origin: NewRow<'client_origin'>): Promise<void> {
  await insertIfNew(queries, 'client_origin', origin)
}

/** Whether a client left words with their number after an instant. */
export async function hasContactRequestSince(
  queries: Queries,
  { clientId, signedIn, since }: { clientId: string; signedIn: boolean; since: number },
): Promise<boolean> {
  const left = { client_id: clientId, signed_in: signedIn, from_number: null, at: after(since) }
  const row = await findRow(queries, 'contact_request', left)
  return row !== undefined
}

/** Keeps somebody's wish to be texted, or what they left with their number. */
export const insertContactRequest = insertInto('contact_request')
