import type { StaffChange, StaffInvitation, StaffMember } from '@nerdify/contract/staff.ts'
import { emailFault, emailFromText } from '@nerdify/domain/sign-in/email.ts'
import { maxStaffNameLength, nameFromEmail, staffNameFrom } from '@nerdify/domain/staff/staff-name.ts'
import { mayInvite, refusalOf, type StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation, RetryTransaction } from '../database/transaction.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import type { Operator } from '../http/caller.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { makeStaffLink } from './staff-links.ts'
import {
  endStaffSessions,
  expireStaffLinks,
  insertStaff,
  lockJoinedOwners,
  currentStaff,
  staffByEmail,
  staffById,
  staffByName,
  type StoredStaff,
  updateStaff,
} from './staff.store.ts'

const present = ({ id, name, email, role, invited_at, joined_at }: StoredStaff): StaffMember => ({
  id,
  name,
  email,
  role,
  invited_at: new Date(invited_at).toISOString(),
  joined_at: joined_at === null ? null : new Date(joined_at).toISOString(),
})

/** All staff by name (OPS-15). */
export const listStaff = async (queries: Queries): Promise<StaffMember[]> => (await currentStaff(queries)).map(present)

/** A colleague of the staff list by name; 422 at `field` for an unknown name. */
export async function colleagueNamed(
  queries: Queries,
  name: string,
  field: string,
): Promise<Pick<StoredStaff, 'name' | 'email'>> {
  const person = await staffByName(queries, name.trim())
  if (person !== undefined && person.removed_at === null) return person
  throw unacceptable('Nobody on the staff has this name.', field, 'staff_unknown')
}

/** A current staff member by id or name; 404 if unknown. The row is locked until the transaction ends. */
async function memberToChange(queries: Queries, idOrName: string): Promise<StoredStaff> {
  const found = isUuid(idOrName) ? await staffById(queries, idOrName) : await staffByName(queries, idOrName)
  const member = found && (await staffById(queries, found.id, { lock: true }))
  if (member === undefined || member.removed_at !== null) throw notFound()
  return member
}

async function readMember(queries: Queries, id: string): Promise<StaffMember> {
  const member = await staffById(queries, id)
  if (member === undefined) throw notFound()
  return present(member)
}

/**
 * Invites a person by a mailed link (OPS-15), in the caller's transaction; a person who has not signed in gets another
 * link, and a removed one returns. 403 for an inviter who may not, 409 for a person who signed in before, 422 for an
 * invalid address and for a name that another person has.
 */
export async function inviteStaff(
  queries: Queries,
  invitation: { body: StaffInvitation; inviter: Operator; secret: string; now: number },
): Promise<StaffMember> {
  const { body, inviter, secret, now } = invitation
  const email = emailFromText(body.email)
  if (email === undefined) throw unacceptable(emailFault(body.email), 'email', 'email_invalid')
  const hasOwner = (await lockJoinedOwners(queries)).length > 0
  if (!mayInvite(inviter.role, body.role, { hasOwner })) throw mayNotInvite(inviter)
  const known = await staffByEmail(queries, email)
  if (known !== undefined && known.removed_at === null && known.joined_at !== null)
    throw new Refusal(409, `${known.name} is on the staff already.`, { type: 'staff_exists', value: 'email' })
  const name = await nameOf(queries, { typed: body.name, email, known })
  const id = known?.id ?? uuidv7(now)
  const row = { name, email, role: body.role, invited_at: new Date(now), removed_at: null }
  await refuseTakenName(known === undefined ? insertStaff(queries, { id, ...row }) : updateStaff(queries, known, row))
  await expireStaffLinks(queries, id, now)
  const { keyId, expiresAt } = await makeStaffLink(queries, { secret, staffId: id, now })
  await enqueue(queries, now, {
    channel: 'email',
    to: email,
    template: 'staff-invitation',
    variables: { keyId, role: body.role, ...(inviter.session !== null && { inviter: inviter.name }) },
    expiresAt,
    dedupeKey: `staff-invitation:${keyId}`,
  })
  return readMember(queries, id)
}

const mayNotInvite = ({ role }: Operator) =>
  new Refusal(
    403,
    role === 'machine'
      ? 'The token invites only the first owner. Sign in as an owner to invite others.'
      : refusalOf(role, 'invite staff'),
    { type: 'role_forbidden', value: role },
  )

/**
 * The typed name, else the name of an earlier invitation, else the part of the address before the @ if it is free. A
 * person who has signed in keeps the name, because history and log contain it.
 */
async function nameOf(
  queries: Queries,
  { typed, email, known }: { typed: string | undefined; email: string; known: StoredStaff | undefined },
): Promise<string> {
  if (known !== undefined && known.joined_at !== null) return known.name
  if (typed !== undefined) return readName(typed)
  if (known !== undefined) return known.name
  const short = staffNameFrom(nameFromEmail(email))
  const isFree = short !== undefined && (await staffByName(queries, short)) === undefined
  return isFree ? short : readName(email)
}

function readName(typed: string): string {
  const name = staffNameFrom(typed)
  if (name !== undefined) return name
  const say = `A name has at most ${maxStaffNameLength} letters, digits, spaces and . @ % + - _ ', and is no word of the log.`
  throw unacceptable(say, 'name', 'name_invalid')
}

/** 422 for the name of another person, even a removed one: history and log identify people by it. */
async function refuseTakenName(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (isUniqueViolation(error, 'staff_name_pkey'))
      throw unacceptable('Somebody has or had this name. Choose another one.', 'name', 'name_taken')
    // Another invitation of the address was first.
    throw isUniqueViolation(error, 'staff_email_pkey') ? new RetryTransaction() : error
  })
}

/** Changes a person's role, in the caller's transaction; 404 for an unknown person, 409 for the last owner. */
export async function changeStaff(queries: Queries, idOrName: string, { role }: StaffChange): Promise<StaffMember> {
  const owners = await lockJoinedOwners(queries)
  const member = await memberToChange(queries, idOrName)
  if (role !== 'owner') refuseLastOwner(member, owners)
  await updateStaff(queries, member, { role })
  return readMember(queries, member.id)
}

/**
 * Removes a person, in the caller's transaction: sessions and links end at once (OPS-15). 404 for an unknown person, 409
 * for the last owner.
 */
export async function removeStaff(queries: Queries, idOrName: string, now: number): Promise<StaffMember> {
  const owners = await lockJoinedOwners(queries)
  const member = await memberToChange(queries, idOrName)
  refuseLastOwner(member, owners)
  await updateStaff(queries, member, { removed_at: new Date(now) })
  await endStaffSessions(queries, { staff_id: member.id }, now)
  await expireStaffLinks(queries, member.id, now)
  return present(member)
}

function refuseLastOwner({ id }: StoredStaff, owners: readonly StoredStaff[]): void {
  const [only, ...others] = owners
  if (only?.id !== id || others.length > 0) return
  throw new Refusal(409, 'This is the last owner. Make another person an owner first.', { type: 'last_owner' })
}

/** Adds a sandbox's initial staff, as people who signed in before; a no-op for existing ones. */
export async function startWithStaff(
  queries: Queries,
  people: readonly { id: string; name: string; email: string; role: StaffRole }[],
  now: number,
): Promise<void> {
  const at = new Date(now)
  for (const person of people) {
    if ((await staffByEmail(queries, person.email)) !== undefined) continue
    await insertStaff(queries, { ...person, invited_at: at, joined_at: at })
  }
}
