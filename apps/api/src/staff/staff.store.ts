import type { Selectable } from 'kysely'
import {
  after,
  deleteRows,
  findRow,
  findRows,
  insertInto,
  insertRow,
  type NewRow,
  type RowChange,
  updateRows,
} from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries, Tables } from '../database/tables.ts'
import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'

export type StoredStaff = Selectable<Tables['staff']>

export const insertStaffLink = insertInto('staff_link')
export const insertStaffSession = insertInto('staff_session')

/** Inserts a person with address and name; a unique violation of `staff_email_pkey` or `staff_name_pkey` if taken. */
export async function insertStaff(queries: Queries, person: NewRow<'staff'>): Promise<void> {
  await insertRow(queries, 'staff_email', { email: canonicalEmail(person.email), staff_id: person.id })
  await insertRow(queries, 'staff_name', { name: person.name.toLowerCase(), staff_id: person.id })
  await insertRow(queries, 'staff', person)
}

/** Changes a person, whose new name replaces the old one; a unique violation of `staff_name_pkey` if it is taken. */
export async function updateStaff(
  queries: Queries,
  { id, name }: StoredStaff,
  change: Omit<RowChange<'staff'>, 'id'>,
): Promise<void> {
  if (change.name !== undefined && change.name !== name) {
    await deleteRows(queries, 'staff_name', { staff_id: id })
    await insertRow(queries, 'staff_name', { name: change.name.toLowerCase(), staff_id: id })
  }
  await updateRows(queries, 'staff', { id }, change)
}

/** A person by key, also a removed one; `lock` locks the row until the transaction ends. */
export const staffById = (queries: Queries, id: string, { lock = false } = {}) =>
  findRow(queries, 'staff', { id }, { lock })

/** A person by address, also a removed one. */
export async function staffByEmail(queries: Queries, email: string): Promise<StoredStaff | undefined> {
  const found = await findRow(queries, 'staff_email', { email: canonicalEmail(email) })
  return found && staffById(queries, found.staff_id)
}

/** A person by name in any case, also a removed one. */
export async function staffByName(queries: Queries, name: string): Promise<StoredStaff | undefined> {
  const found = await findRow(queries, 'staff_name', { name: name.toLowerCase() })
  return found && staffById(queries, found.staff_id)
}

/** All who were not removed, by name. */
export const presentStaff = (queries: Queries) =>
  findRows(queries, 'staff', { removed_at: null }, { by: ['name', 'id'] })

/** The owners who signed in, locked until the transaction ends: of two who remove each other, the second waits. */
export async function lockJoinedOwners(queries: Queries): Promise<StoredStaff[]> {
  const owners = await findRows(queries, 'staff', { role: 'owner', removed_at: null }, { lock: true, by: ['id'] })
  return owners.filter(({ joined_at }) => joined_at !== null)
}

/** The link with this hash, also if it has ended. */
export const staffLinkByHash = (queries: Queries, hash: string) => findRow(queries, 'staff_link', { hash })

/** Uses a link up; false if another request just did, or it has ended. */
export async function consumeStaffLink(queries: Queries, hash: string, now: number): Promise<boolean> {
  const unused = { hash, used_at: null, expires_at: after(now) }
  return (await updateRows(queries, 'staff_link', unused, { used_at: new Date(now) })) > 0
}

/** Ends the links of a person. */
export async function expireStaffLinks(queries: Queries, staffId: string, now: number): Promise<void> {
  const open = { staff_id: staffId, expires_at: after(now) }
  await updateRows(queries, 'staff_link', open, { expires_at: new Date(now) })
}

/** Ends one session, or all sessions of a person. */
export async function endStaffSessions(
  queries: Queries,
  sessions: { hash: string } | { staff_id: string },
  now: number,
): Promise<void> {
  await updateRows(queries, 'staff_session', { ...sessions, ended_at: null }, { ended_at: new Date(now) })
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

const openHashes = statement<{ hash: string }, [hashes: readonly string[], now: Date]>(`
  select hash from staff_session join staff on staff.id = staff_session.staff_id
  where hash = any($1::text[]) and ended_at is null and removed_at is null and expires_at > $2`)

/** The open sessions among some, by their hashes. */
export const openSessionHashes = async (queries: Queries, hashes: readonly string[], now: number): Promise<string[]> =>
  (await openHashes(queries, hashes, new Date(now))).map(({ hash }) => hash)

/** A session with its person, also if it has ended. */
export const staffSessionByHash = async (queries: Queries, hash: string): Promise<SessionRow | undefined> =>
  (await sessionOf(queries, hash))[0]
