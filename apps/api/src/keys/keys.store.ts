import { instant } from '../database/instant.ts'
import { findRow, insertIfNew, type NewRow } from '../database/rows.ts'
import type { AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import type { LinkChannel, Queries } from '../database/tables.ts'

/** Stores the hash of a sign-in key, never the key (AUTH-13). */
export const insertKey = (queries: Queries, row: NewRow<'sign_in_key'>) =>
  queries.insertInto('sign_in_key').values(row).execute()

/** The key with this hash, even if expired; `lock` locks its row until the transaction ends. */
export async function keyByHash(queries: Queries, hash: string, { lock = false } = {}) {
  return findRow(queries, 'sign_in_key', { hash }, { lock: lock && 'share' })
}

/** Links of a client: all of them, or those of one channel or some purposes. */
interface LinksOf {
  client_id: string
  channel?: LinkChannel
  does?: readonly AccountLinkDeed[]
}

/** Expires sign-in keys sent to a client. */
export async function expireKeys(queries: Queries, keys: Omit<LinksOf, 'does'>, now: number): Promise<void> {
  await queries
    .updateTable('sign_in_key')
    .set({ expires_at: new Date(now) })
    .where((key) => key.and({ ...keys }))
    .where('expires_at', '>', instant(now))
    .execute()
}

/** Expires links that act on a client's account. */
export async function expireAccountLinks(queries: Queries, links: LinksOf, now: number): Promise<void> {
  const { does, ...those } = links
  const open = queries
    .updateTable('account_link')
    .set({ expires_at: new Date(now) })
    .where((link) => link.and({ ...those }))
    .where('expires_at', '>', instant(now))
  await (does === undefined ? open : open.where('does', 'in', does)).execute()
}

/** Uses up a key; false if another request just did. */
export async function consumeKey(queries: Queries, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('sign_in_key')
    .set({ used_at: new Date(now) })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Inserts a link, or extends an earlier one. */
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
  await queries
    .updateTable('account_link')
    .set({ expires_at: new Date(expiresAt) })
    .where('client_id', '=', clientId)
    .where('email_change_id', '=', changeId)
    .where('does', '=', 'confirm_email')
    .execute()
}

/** The link with this hash, even if expired, locked until the transaction ends. */
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
  await queries.insertInto('referral_code_hash').values({ hash, client_id }).execute()
  await queries.insertInto('client_share_code').values({ code, client_id }).execute()
  return true
}

/** Replaces a client's private code; the old code stops working. */
export async function replacePrivateCode(
  queries: Queries,
  { client_id, hash: oldHash }: { client_id: string; hash: string },
  code: { sealed_code: string; hash: string; made_at: Date },
): Promise<void> {
  await queries.deleteFrom('referral_code_hash').where('hash', '=', oldHash).execute()
  await queries.insertInto('referral_code_hash').values({ hash: code.hash, client_id }).execute()
  await queries.updateTable('client_referral').set(code).where('client_id', '=', client_id).execute()
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
