import type { NerdChange, NerdCreation, NerdPage, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import { operationsPageSize } from '@nerdify/contract/operations.ts'
import { nerdRating } from '@nerdify/domain/nerds/nerd-rating.ts'
import { emailFault, emailLine, isEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import { versionOf } from '../http/answers/content-version.ts'
import { keyOfCursor, sliceOfRows, unknownCursor } from '../http/answers/slice.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { workOfNerds } from '../orders/nerd-work.ts'
import type { CompanyTime } from '../orders/waiting-now.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import {
  insertMissingNerd,
  insertNerd,
  nerdById,
  nerdsAfter,
  nerdsByName,
  type StoredNerd,
  updateNerd,
} from './nerds.store.ts'

export { nerdNames } from './nerds.store.ts'

/** A Nerd who takes an order. */
export interface AssignedNerd {
  id: string
  name: string
  /** Stars from 0 to 5, as they count at this time. */
  rating: number
}

/** Adds a Nerd to the register (OPS-14) and returns the key; 422 for an invalid e-mail or a rating of three decimals. */
export async function addNerd(queries: Queries, nerd: NerdCreation, now: number): Promise<string> {
  const id = uuidv7(now)
  const { name, rating, email, subjects, active } = nerd
  await insertNerd(queries, {
    id,
    name: name.trim(),
    email: emailOf(email) ?? null,
    subjects,
    active,
    rating_hundredths: readHundredths(rating, 'rating'),
    created_at: new Date(now),
  })
  return id
}

const versionOfNerd = ({ name, email, subjects, active, rating_hundredths }: StoredNerd): string =>
  versionOf([name, email, subjects, active, rating_hundredths])

/** Locks a Nerd and returns the version in force; 404 if unknown. */
export async function lockNerd(queries: Queries, id: string): Promise<string> {
  const nerd = await nerdById(queries, id, { lock: true })
  if (nerd === undefined) throw notFound()
  return versionOfNerd(nerd)
}

/** Changes a locked Nerd. */
export async function changeNerd(queries: Queries, id: string, change: NerdChange): Promise<void> {
  const { name, rating, email, subjects, active } = change
  await updateNerd(queries, id, {
    name: name?.trim(),
    email: emailOf(email),
    subjects,
    active,
    rating_hundredths: rating === undefined ? undefined : readHundredths(rating, 'rating'),
  })
}

/** Undefined leaves the address unchanged; null removes it. */
function emailOf(typed: string | null | undefined): string | null | undefined {
  if (typed == null) return typed
  const email = emailLine(typed)
  if (!isEmail(email)) throw unacceptable(emailFault(typed), 'email', 'email_invalid')
  return email
}

/** One Nerd with rating and work; 404 if unknown. */
export async function readNerd(queries: Queries, id: string, time: CompanyTime): Promise<RegisteredNerd> {
  const nerd = await nerdById(queries, id)
  if (nerd === undefined) throw notFound()
  const [presented] = await presentNerds(queries, [nerd], time)
  return presented as RegisteredNerd
}

/** A page of the register by name; 422 for an unknown cursor. */
export async function listNerds(
  queries: Queries,
  { active, q, cursor }: { active: boolean | undefined; q: string | undefined; cursor: string | undefined },
  time: CompanyTime,
): Promise<NerdPage> {
  const after = keyOfCursor(cursor)
  if (after !== undefined && (await nerdById(queries, after)) === undefined) throw unknownCursor()
  const found = await nerdsAfter(queries, { after, active, q: q?.trim(), most: operationsPageSize + 1 })
  const { shown, next } = sliceOfRows(found, operationsPageSize, ({ id }) => id)
  return { results: await presentNerds(queries, shown, time), next }
}

async function presentNerds(
  queries: Queries,
  nerds: readonly StoredNerd[],
  time: CompanyTime,
): Promise<RegisteredNerd[]> {
  const ids = nerds.map(({ id }) => id)
  const workOf = await workOfNerds(queries, ids, time)
  return nerds.map((nerd) => {
    const { id, name, email, subjects, active, rating_hundredths } = nerd
    const { marks, open, late, nextDue, delivered30Days } = workOf(id)
    const entered = rating_hundredths / 100
    return {
      id,
      version: versionOfNerd(nerd),
      name,
      email,
      subjects,
      active,
      rating: nerdRating({ entered, marks }),
      entered_rating: entered,
      marks: marks.count,
      open,
      late,
      next_due: nextDue === null ? null : new Date(nextDue).toISOString(),
      delivered_30_days: delivered30Days,
    }
  })
}

/**
 * The Nerd to assign, by key or exact name (OPS-14). 422 for an unknown name or one of several Nerds, 409 for an inactive
 * Nerd.
 */
export async function nerdToAssign(queries: Queries, typed: string, time: CompanyTime): Promise<AssignedNerd> {
  const name = typed.trim()
  const found = isUuid(name) ? [await nerdById(queries, name)] : await nerdsByName(queries, name, 2)
  const [nerd, another] = found
  if (nerd === undefined) throw unacceptable('The register has no Nerd of this name or id.', 'nerd', 'nerd_unknown')
  if (another !== undefined) throw unacceptable('Several Nerds have this name. Use the id.', 'nerd', 'nerd_ambiguous')
  if (!nerd.active) throw new Refusal(409, 'This Nerd is inactive.', { type: 'nerd_inactive', value: 'nerd' })
  const { id, rating } = await readNerd(queries, nerd.id, time)
  return { id, name: nerd.name, rating }
}

/** The Nerd who has an order; null for nobody. */
export async function nerdOfOrder(
  queries: Queries,
  nerdId: string | null,
  time: CompanyTime,
): Promise<AssignedNerd | null> {
  if (nerdId === null) return null
  const { id, name, rating } = await readNerd(queries, nerdId, time)
  return { id, name, rating }
}

/** Adds the Nerds that a sandbox starts with, unless their names exist. */
export async function startWithNerds(
  queries: Queries,
  nerds: readonly { id: string; name: string; rating: number }[],
  now: number,
): Promise<void> {
  for (const { id, name, rating } of nerds) {
    await insertMissingNerd(queries, {
      id,
      name,
      rating_hundredths: Math.round(rating * 100),
      created_at: new Date(now),
    })
  }
}
