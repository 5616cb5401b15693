import { instant } from '../database/instant.ts'
import { findRow, insertIfNew, type NewRow, type RowChange } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Stores the data left with a new client's number; the first data stays. */
export async function insertOrigin(queries: Queries, origin: NewRow<'client_origin'>): Promise<void> {
  await insertIfNew(queries, 'client_origin', origin)
}

/** Whether nobody has entered a code for a client's number; false for a client who did not begin with a number. */
export async function awaitsCode(queries: Queries, clientId: string): Promise<boolean> {
  return (await findRow(queries, 'client_origin', { client_id: clientId }))?.awaits_code ?? false
}

/** Binds where a newcomer came in; false unless they still await their first code. */
export async function bindLanding(
  queries: Queries,
  clientId: string,
  landing: Pick<RowChange<'client_origin'>, 'landing' | 'landing_query' | 'referral'>,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('client_origin')
    .set({ ...landing, awaits_code: false })
    .where('client_id', '=', clientId)
    .where('awaits_code', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a client left words with their number after an instant. */
export async function hasContactRequestSince(
  queries: Queries,
  { clientId, signedIn, since }: { clientId: string; signedIn: boolean; since: number },
): Promise<boolean> {
  const request = await queries
    .selectFrom('contact_request')
    .select('id')
    .where('client_id', '=', clientId)
    .where('signed_in', '=', signedIn)
    .where('from_number', 'is', null)
    .where('at', '>', instant(since))
    .limit(1)
    .executeTakeFirst()
  return request !== undefined
}

/** Stores a request for a text, or words left with a number. */
export const insertContactRequest = (queries: Queries, row: NewRow<'contact_request'>) =>
  queries.insertInto('contact_request').values(row).execute()

/** Gives what was left with a number to the account that gets it. */
export async function giveContactRequests(queries: Queries, { from, to }: { from: string; to: string }): Promise<void> {
  await queries.updateTable('contact_request').set({ client_id: to }).where('client_id', '=', from).execute()
}
