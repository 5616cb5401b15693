import { type Selectable, sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { findRow, type NewRow, type RowChange } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries, Tables } from '../database/tables.ts'
import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'

export type StoredStaff = Selectable<Tables['staff']>

/** Stores the hash of a mailed sign-in link. */
export const insertStaffLink = (queries: Queries, row: NewRow<'staff_link'>) =>
  queries.insertInto('staff_link').values(row).execute()
/** Opens a session under the hash of its token. */
export const insertStaffSession = (queries: Queries, row: NewRow<'staff_session'>) =>
  queries.insertInto('staff_session').values(row).execute()

/** Inserts a person with address and name; a unique violation of `staff_email_pkey` or `staff_name_pkey` if taken. */
export async function insertStaff(queries: Queries, person: NewRow<'staff'>): Promise<void> {
  await queries
    .insertInto('staff_email')
    .values({ email: canonicalEmail(person.email), staff_id: person.id })
    .execute()
  await queries.insertInto('staff_name').values({ name: person.name.toLowerCase(), staff_id: person.id }).execute()
  await queries.insertInto('staff').values(person).execute()
}

/** Changes a person, whose new name replaces the old one; a unique violation of `staff_name_pkey` if it is taken. */
export async function updateStaff(
  queries: Queries,
  { id, name }: StoredStaff,
  change: Omit<RowChange<'staff'>, 'id'>,
): Promise<void> {
  if (change.name !== undefined && change.name !== name) {
    await queries.deleteFrom('staff_name').where('staff_id', '=', id).execute()
    await queries.insertInto('staff_name').values({ name: change.name.toLowerCase(), staff_id: id }).execute()
  }
  await queries.updateTable('staff').set(change).where('id', '=', id).execute()
}

/** A person by key, even a removed one; `lock` locks the row until the transaction ends. */
export const staffById = (queries: Queries, id: string, { lock = false } = {}) =>
  findRow(queries, 'staff', { id }, { lock })

/** A person by address, even a removed one. */
export async function staffByEmail(queries: Queries, email: string): Promise<StoredStaff | undefined> {
  const found = await findRow(queries, 'staff_email', { email: canonicalEmail(email) })
  return found && staffById(queries, found.staff_id)
}

/** A person by name in any case, even a removed one. */
export async function staffByName(queries: Queries, name: string): Promise<StoredStaff | undefined> {
  const found = await findRow(queries, 'staff_name', { name: name.toLowerCase() })
  return found && staffById(queries, found.staff_id)
}

/** All current staff, by name. */
export const currentStaff = (queries: Queries) =>
  queries.selectFrom('staff').selectAll().where('removed_at', 'is', null).orderBy('name').orderBy('id').execute()

/** The owners who signed in, locked until the transaction ends: of two who remove each other, the second waits. */
export async function lockJoinedOwners(queries: Queries): Promise<StoredStaff[]> {
  const owners = await queries
    .selectFrom('staff')
    .selectAll()
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return owners.filter(({ joined_at }) => joined_at !== null)
}

/** The link with this hash, even if expired. */
export const staffLinkByHash = (queries: Queries, hash: string) => findRow(queries, 'staff_link', { hash })

/**
 * Uses up a link; false if another request just did, or it has expired. It keeps its nonce only if the browser that asked
 * for it signs in.
 */
export async function consumeStaffLink(
  queries: Queries,
  hash: string,
  { isAskingBrowser, now }: { isAskingBrowser: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('staff_link')
    .set({ used_at: new Date(now), ...(!isAskingBrowser && { nonce_hash: null }) })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the browser with this nonce signed a person in lately; `email` is the person's. */
export async function hasSignedInStaff(
  queries: Queries,
  { email, nonceHash }: { email: string; nonceHash: string },
): Promise<boolean> {
  const used = await queries
    .selectFrom('staff_link')
    .innerJoin('staff_email', 'staff_email.staff_id', 'staff_link.staff_id')
    .select('hash')
    .where('staff_email.email', '=', canonicalEmail(email))
    .where('nonce_hash', '=', nonceHash)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Expires the links of a person. */
export async function expireStaffLinks(queries: Queries, staffId: string, now: number): Promise<void> {
  await queries
    .updateTable('staff_link')
    .set({ expires_at: new Date(now) })
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', instant(now))
    .execute()
}

/** Ends one session, or all sessions of a person. */
export async function endStaffSessions(
  queries: Queries,
  sessions: { hash: string } | { staff_id: string },
  now: number,
): Promise<void> {
  await queries
    .updateTable('staff_session')
    .set({ ended_at: new Date(now) })
    .where((session) => session.and({ ...sessions }))
    .where('ended_at', 'is', null)
    .execute()
}

interface SessionRow {
  staff_id: string
  name: string
  email: string
  role: StaffRole
  expires_at: number
  is_over: boolean
}

/** The session of a token's hash, read by one statement at each request: it ends at once when the person is removed. */
const sessionOf = statement<SessionRow, [hash: string]>(`
  select staff_id, name, email, role, expires_at, ended_at is not null or removed_at is not null as is_over
  from staff_session join staff on staff.id = staff_session.staff_id
  where staff_session.hash = $1`)

/** The hashes of the sessions that are still open. */
export async function openSessionHashes(queries: Queries, hashes: readonly string[], now: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
    .select('hash')
    .where(sql<boolean>`hash = any(${hashes}::text[])`)
    .where('ended_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .execute()
  return rows.map(({ hash }) => hash)
}

/** A session with its person, even if it has ended. */
export const staffSessionByHash = async (queries: Queries, hash: string): Promise<SessionRow | undefined> =>
  (await sessionOf(queries, hash))[0]
