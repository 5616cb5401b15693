import type { AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import type { LinkChannel, Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { unacceptable } from '../http/refusal.ts'
import { derivedKey, hashOfKey, isSameHash } from './derived-key.ts'
import { lockAccountLink, putAccountLink } from './keys.store.ts'

/** Short enough for a text message, too long to guess. */
const keyBits = 96

export { extendConfirmLink } from './keys.store.ts'

/**
 * Derives the key of a link from the id that {@link makeAccountLink} returns, for the address in a message; the
 * database stores no key.
 */
export function accountLinkKey(secret: string, id: string): string {
  return derivedKey(secret, id, keyBits)
}

/**
 * Creates a link that acts on an account without signing in (SAFE-02, SAFE-13), in the transaction that writes its
 * message. Returns the id for the message's variables; passing `id` extends the same link.
 */
export async function makeAccountLink(
  queries: Queries,
  link: {
    secret: string
    clientId: string
    does: AccountLinkDeed
    changeId?: string
    channel: LinkChannel
    expiresAt: number
    now: number
    id?: string
  },
): Promise<string> {
  const { secret, clientId, does, changeId = null, channel, expiresAt, now, id = uuidv7(now) } = link
  await putAccountLink(queries, {
    hash: hashOfKey(secret, accountLinkKey(secret, id)),
    client_id: clientId,
    does,
    email_change_id: changeId,
    channel,
    expires_at: new Date(expiresAt),
  })
  return id
}

/**
 * The link of a key, locked so that it either acts before the access ends or is refused after it: 422 for an unknown
 * key and for a link of another purpose.
 */
export async function findAccountLink(
  queries: Queries,
  { secret, key, does }: { secret: string; key: string; does: AccountLinkDeed },
) {
  const hash = hashOfKey(secret, key)
  const link = await lockAccountLink(queries, hash)
  if (link === undefined || !isSameHash(link.hash, hash) || link.does !== does) throw unknownLink()
  return link
}

const refused = (text: string, type: string) => unacceptable(text, 'key', type)
/** 422 for a key without a link, or of a link for another purpose. */
export const unknownLink = () =>
  refused('This link doesn’t work. Please make sure you opened the whole link.', 'link_unknown')
/** For a mailed undo link of an account with a phone. */
export const endedUndoLink = () =>
  refused('This link no longer works. Use the link that we texted to your phone, or contact us.', 'link_expired')
export const expiredLink = () => refused('This link has expired.', 'link_expired')
