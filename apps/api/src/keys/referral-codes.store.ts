import { deleteRows, findRow, insertIfNew, insertRow, type NewRow, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** The codes of a client, or nothing while they have none; with `lock` nobody else gives them others until the transaction ends. */
export async function referralOf(queries: Queries, clientId: string, { lock }: { lock: boolean }) {
  return findRow(queries, 'client_referral', { client_id: clientId }, { lock })
}

/** Gives a client who has none their codes; false when they have some, and nothing is written then. */
export async function insertReferral(queries: Queries, referral: NewRow<'client_referral'>): Promise<boolean> {
  const { client_id, hash, share_code: code } = referral
  if (!(await insertIfNew(queries, 'client_referral', referral))) return false
  await insertRow(queries, 'referral_code_hash', { hash, client_id })
  await insertRow(queries, 'client_share_code', { code, client_id })
  return true
}

/** Puts another private code in the place of a client's; the old one leads to nobody any more. */
export async function replacePrivateCode(
  queries: Queries,
  { client_id, hash: oldHash }: { client_id: string; hash: string },
  code: { sealed_code: string; hash: string; made_at: Date },
): Promise<void> {
  await deleteRows(queries, 'referral_code_hash', { hash: oldHash })
  await insertRow(queries, 'referral_code_hash', { hash: code.hash, client_id })
  await updateRows(queries, 'client_referral', { client_id }, code)
}

/** Whose private code has this hash; `lock` keeps others from replacing it until the transaction ends. */
export async function clientIdOfReferralHash(
  queries: Queries,
  hash: string,
  { lock }: { lock: boolean },
): Promise<string | undefined> {
  return (await findRow(queries, 'referral_code_hash', { hash }, { lock: lock && 'share' }))?.client_id
}

/** Whose public code it is. */
export async function clientIdOfShareCode(queries: Queries, code: string): Promise<string | undefined> {
  return (await findRow(queries, 'client_share_code', { code }))?.client_id
}
