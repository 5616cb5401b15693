import type { NerdChange, NerdCreation } from '@nerdify/contract/nerds.ts'
import { emailFault, emailLine, isEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { versionOf } from '../http/answers/content-version.ts'
import { notFound, unacceptable } from '../http/refusal.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import { insertMissingNerd, insertNerd, nerdById, type StoredNerd, updateNerd } from './nerds.store.ts'

/** Stored Nerds, and their names. */
export { nerdById, nerdNames, nerdsAfter, nerdsByName, type StoredNerd } from './nerds.store.ts'

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

/** The version of a Nerd's editable fields (DESK-05). */
export const versionOfNerd = ({ name, email, subjects, active, rating_hundredths }: StoredNerd): string =>
  versionOf([name, email, subjects, active, rating_hundredths])

/** Locks a Nerd and returns its current version; 404 if unknown. */
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

/** Adds the Nerds of a new sandbox, unless their names exist. */
export async function startWithNerds(
  queries: Queries,
  nerds: readonly { id: string; name: string; email: string; rating: number }[],
  now: number,
): Promise<void> {
  for (const { id, name, email, rating } of nerds) {
    await insertMissingNerd(queries, {
      id,
      name,
      email,
      rating_hundredths: Math.round(rating * 100),
      created_at: new Date(now),
    })
  }
}
