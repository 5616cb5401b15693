import {
  after,
  deleteRows,
  findRow,
  insertIfNew,
  insertInto,
  insertRow,
  type NewRow,
  updateRows,
} from '../database/rows.ts'
import type { AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import type { LinkChannel, Queries } from '../database/tables.ts'

export const insertKey = insertInto('sign_in_key')

/** The key with this hash, also if it has ended; `lock` locks its row until the transaction ends. */
export async function keyByHash(queries: Queries, hash: string, { lock = false } = {}) {
  return findRow(queries, 'sign_in_key', { hash }, { lock: lock && 'share' })
}

/** Links of a client: all of them, or those of one channel or some purposes. */
interface LinksOf {
  client_id: string
  channel?: LinkChannel
  does?: readonly AccountLinkDeed[]
}

/** Expires sign-in keys that were sent to a client. */
export async function expireKeys(queries: Queries, keys: Omit<LinksOf, 'does'>, now: number): Promise<void> {
  await updateRows(queries, 'sign_in_key', { ...keys, expires_at: after(now) }, { expires_at: new Date(now) })
}

/** Ends links that act on a client's account. */
export async function expireAccountLinks(queries: Queries, links: LinksOf, now: number): Promise<void> {
  await updateRows(queries, 'account_link', { ...links, expires_at: after(now) }, { expires_at: new Date(now) })
}

/** Uses a key up; false if another request just did. */
export async function consumeKey(queries: Queries, hash: string, now: number): Promise<boolean> {
  const unused = { hash, used_at: null, expires_at: after(now) }
  return (await updateRows(queries, 'sign_in_key', unused, { used_at: new Date(now) })) > 0
}

/** Inserts a link, or extends one that was sent before. */
export async function putAccountLink(queries: Queries, link: NewRow<'account_link'>): Promise<void> {
  await queries
    .insertInto('account_link')
    .values(link)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at: link.expires_at }))
    .execute()
}

/** Extends the link that confirms a change. */
export async function extendConfirmLink(
  queries: Queries,
  { clientId, changeId, expiresAt }: { clientId: string; changeId: string; expiresAt: number },
): Promise<void> {
  const links = { client_id: clientId, email_change_id: changeId, does: 'confirm_email' } as const
  await updateRows(queries, 'account_link', links, { expires_at: new Date(expiresAt) })
}

/** The link with this hash, also if it has ended, locked until the transaction ends. */
export async function lockAccountLink(queries: Queries, hash: string) {
  return findRow(queries, 'account_link', { hash }, { lock: true })
}

/** The codes of a client, or undefined; `lock` locks the row until the transaction ends. */
export async function referralOf(queries: Queries, clientId: string, { lock }: { lock: boolean }) {
  return findRow(queries, 'client_referral', { client_id: clientId }, { lock })
}

/** Stores a client's first codes; false, without a write, if the client has some. */
export async function insertReferral(queries: Queries, referral: NewRow<'client_referral'>): Promise<boolean> {
  const { client_id, hash, share_code: code } = referral
  if (!(await insertIfNew(queries, 'client_referral', referral))) return false
  await insertRow(queries, 'referral_code_hash', { hash, client_id })
  await insertRow(queries, 'client_share_code', { code, client_id })
  return true
}

/** Replaces a client's private code; the old code stops working. */
export async function replacePrivateCode(
  queries: Queries,
  { client_id, hash: oldHash }: { client_id: string; hash: string },
  code: { sealed_code: string; hash: string; made_at: Date },
): Promise<void> {
  await deleteRows(queries, 'referral_code_hash', { hash: oldHash })
  await insertRow(queries, 'referral_code_hash', { hash: code.hash, client_id })
  await updateRows(queries, 'client_referral', { client_id }, code)
}

/** The client whose private code has this hash; `lock` locks the row until the transaction ends. */
export async function clientIdOfReferralHash(
  queries: Queries,
  hash: string,
  { lock }: { lock: boolean },
): Promise<string | undefined> {
  return (await findRow(queries, 'referral_code_hash', { hash }, { lock: lock && 'share' }))?.client_id
}

/** The client with this public code; it signs nobody in (AUTH-14). */
export async function clientIdOfShareCode(queries: Queries, code: string): Promise<string | undefined> {
  return (await findRow(queries, 'client_share_code', { code }))?.client_id
}
