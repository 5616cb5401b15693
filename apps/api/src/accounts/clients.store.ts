import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'
import { sql } from 'kysely'
import { findRow, type NewRow, type RowChange } from '../database/rows.ts'
import type { ClientEvent, Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'

/** A stored client; `balance_cents` in cents. */
export type StoredClient = NonNullable<Awaited<ReturnType<typeof clientById>>>

/** Reads a client; undefined if the account was erased. */
export async function clientById(
  queries: Queries,
  id: string,
  { lock = false }: { lock?: false | 'share' | 'key share' } = {},
) {
  return findRow(queries, 'client', { id }, { lock })
}

/** The clients with these ids, by id; without erased accounts. */
export async function clientsById(queries: Queries, ids: readonly string[]): Promise<Map<string, StoredClient>> {
  if (ids.length === 0) return new Map()
  const found = await queries.selectFrom('client').selectAll().where('id', 'in', ids).execute()
  return new Map(found.map((client) => [client.id, client]))
}

/** Finds a client by phone number (E.164). */
export async function findClientIdByPhone(queries: Queries, phone: string): Promise<string | undefined> {
  return (await findRow(queries, 'client_phone', { phone }))?.client_id
}

/** Finds a client by e-mail address, in any case (AUTH-22). */
export async function clientIdOfEmail(queries: Queries, email: string): Promise<string | undefined> {
  return (await findRow(queries, 'client_email', { email: canonicalEmail(email) }))?.client_id
}

/** The ids of clients by phone (E.164) or e-mail address; the keys are canonical ({@link canonicalEmail}). */
export async function clientIdsOfAddresses(
  queries: Queries,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map()
  const canonical = addresses.map(canonicalEmail)
  const phones = queries.selectFrom('client_phone').select(['phone as address', 'client_id'])
  const emails = queries.selectFrom('client_email').select(['email as address', 'client_id'])
  const found = await phones
    .where('phone', 'in', canonical)
    .unionAll(emails.where('email', 'in', canonical))
    .execute()
  return new Map(found.map(({ address, client_id: id }) => [address, id]))
}

/** Inserts a client. The unique keys of the narrow tables refuse a phone or an e-mail that is taken. */
export async function insertClient(queries: Queries, client: NewRow<'client'>): Promise<void> {
  const { id, phone, email } = client
  if (phone) await queries.insertInto('client_phone').values({ phone, client_id: id }).execute()
  if (email)
    await queries
      .insertInto('client_email')
      .values({ email: canonicalEmail(email), client_id: id })
      .execute()
  await queries.insertInto('client').values(client).execute()
}

/** Sets or removes a client's e-mail address; fails if another account has it. */
export async function replaceEmail(queries: Queries, clientId: string, email: string | null): Promise<void> {
  await queries.deleteFrom('client_email').where('client_id', '=', clientId).execute()
  if (email !== null)
    await queries
      .insertInto('client_email')
      .values({ email: canonicalEmail(email), client_id: clientId })
      .execute()
  await queries.updateTable('client').set({ email }).where('id', '=', clientId).execute()
}

/** Sets (E.164) or removes a client's phone; fails if another account has it. */
export async function replacePhone(queries: Queries, clientId: string, phone: string | null): Promise<void> {
  await queries.deleteFrom('client_phone').where('client_id', '=', clientId).execute()
  if (phone !== null) await queries.insertInto('client_phone').values({ phone, client_id: clientId }).execute()
  await queries.updateTable('client').set({ phone }).where('id', '=', clientId).execute()
}

/** Updates columns of a client. */
export async function updateClient(queries: Queries, id: string, change: RowChange<'client'>): Promise<void> {
  await queries.updateTable('client').set(change).where('id', '=', id).execute()
}

/** Adds cents to a client's balance; negative ones debit it. In the transaction of the ledger entry (PAY-13). */
export async function creditBalance(queries: Queries, clientId: string, cents: number): Promise<void> {
  await queries
    .updateTable('client')
    .set((client) => ({ balance_cents: client('balance_cents', '+', cents) }))
    .where('id', '=', clientId)
    .execute()
}

/** When a client was blocked, in epoch milliseconds, or null; locks the row until the transaction ends. */
export async function blockedAtOf(queries: Queries, id: string): Promise<number | null> {
  return (await findRow(queries, 'client', { id }, { lock: 'share' }))?.blocked_at ?? null
}

/** Blocks a client; repeated blocks keep the first time (SAFE-04). */
export async function blockClient(queries: Queries, id: string, at: number): Promise<void> {
  await queries
    .updateTable('client')
    .set({ blocked_at: new Date(at) })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .execute()
}

/** Reads a client and locks the row until the transaction ends. */
export async function lockClient(queries: Queries, id: string): Promise<StoredClient | undefined> {
  return findRow(queries, 'client', { id }, { lock: true })
}

/** Sets when the account will be erased; null cancels the deletion (LAW-06). */
export function setErasure(queries: Queries, clientId: string, at: number | null): Promise<void> {
  return updateClient(queries, clientId, { erase_at: at === null ? null : new Date(at) })
}

/** Records an event of an account, now (epoch milliseconds); by the client if there is no author. */
export async function insertClientEvent(
  queries: Queries,
  { clientId, event, data, author = 'client', now }: { clientId: string; author?: string; now: number } & ClientEvent,
): Promise<void> {
  const key = { client_id: clientId, id: uuidv7(now) }
  const change = { event, data: data && JSON.stringify(data) }
  await queries
    .insertInto('client_event')
    .values({ ...key, ...change, at: new Date(now), author })
    .execute()
}

/** When a client's e-mail last changed, in epoch milliseconds, or null. Another spelling does not count. */
export async function lastEmailChangeAt(queries: Queries, clientId: string): Promise<number | null> {
  const spelt = (name: 'from' | 'to') => sql`lower(data->>${sql.lit(name)})`
  const { at } = await queries
    .selectFrom('client_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('client_id', '=', clientId)
    .where('event', '=', 'email_changed')
    .where(sql<boolean>`${spelt('from')} is distinct from ${spelt('to')}`)
    .executeTakeFirstOrThrow()
  return at
}

/** The change of a client's e-mail whose link has not been opened. */
export async function pendingChange(queries: Queries, clientId: string) {
  return queries
    .selectFrom('email_change')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** An e-mail change in any state. */
export async function emailChange(queries: Queries, clientId: string, id: string) {
  return findRow(queries, 'email_change', { client_id: clientId, id })
}

/** Stores a requested e-mail change, which waits for its link. */
export const insertEmailChange = (queries: Queries, row: NewRow<'email_change'>) =>
  queries.insertInto('email_change').values(row).execute()

/** Ends all pending e-mail changes of a client. */
export async function endPendingChanges(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries
    .updateTable('email_change')
    .set({ ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Records that the link of a change was opened. */
export async function confirmChange(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await queries
    .updateTable('email_change')
    .set({ confirmed_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Marks a change and all later ones as undone: ids are ordered by time. */
export async function undoChangesSince(queries: Queries, clientId: string, id: string, now: number): Promise<void> {
  await queries
    .updateTable('email_change')
    .set({ undone_at: new Date(now), ended_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('id', '>=', id)
    .execute()
}
