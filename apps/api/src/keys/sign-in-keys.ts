import type { SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import type { LinkChannel, Queries, SignInKeyKind } from '../database/tables.ts'
import type { NewRow } from '../database/rows.ts'
import { uuidv7 } from '../database/uuid.ts'
import { derivedKey, hashOfKey } from './derived-key.ts'
import { insertKey } from './keys.store.ts'
import type { KeyOwner } from './referral-codes.ts'

const dayMs = 24 * 3_600_000

/** The purpose of a link in a text or about an order (SAFE-03). */
type LinkPurpose = Extract<SessionOrigin, 'text-link' | 'rating-link' | 'payment-link' | 'message-link'>

/** AUTH-20: lifetime of a texted link; a rating link lives longer, because people rate when they have time. */
const lifeMs: Readonly<Record<LinkPurpose, number>> = {
  'text-link': 14 * dayMs,
  'payment-link': 14 * dayMs,
  'message-link': 14 * dayMs,
  'rating-link': 30 * dayMs,
}
/** AUTH-20: lifetime of a mailed link, which works once. */
export const mailLinkLifeMs = 30 * 60_000

/** Bits of a key. A texted one is short, and still too long to guess. */
const bitsOf: Readonly<Record<SignInKeyKind, number>> = { 'mail-link': 256, 'short-key': 96 }

interface ShortKeyWish extends KeyOwner {
  origin?: LinkPurpose
  orderId?: string | null
  channel?: LinkChannel
}

/**
 * Creates the key of a link sent to a client (`/authkey/`, `/a/`, `/r/`), in the transaction that writes its message,
 * and returns the key's id.
 * - The message contains only the id: {@link shortKeyOf} derives the key at rendering, so the outbox stores no key.
 * - The key works any number of times until it expires (AUTH-20).
 * - It reaches only the link's purpose; a link to an order names the order (SAFE-03), one to a conversation its id.
 */
export async function makeShortKey(
  queries: Queries,
  { origin = 'text-link', orderId = null, channel = 'sms', ...owner }: ShortKeyWish,
): Promise<string> {
  return makeKey(queries, owner, { kind: 'short-key', lifeMs: lifeMs[origin], origin, order_id: orderId, channel })
}

/**
 * Creates the code of a mailed link; returns the id for {@link mailCodeOf}. `nonce` belongs to the browser that
 * requested it: only there the link signs in without a press (AUTH-10).
 */
export function makeMailLink(queries: Queries, { nonce, ...owner }: KeyOwner & { nonce?: string }): Promise<string> {
  const nonce_hash = nonce === undefined ? null : hashOfKey(owner.secret, nonce)
  return makeKey(queries, owner, { kind: 'mail-link', lifeMs: mailLinkLifeMs, channel: 'email', nonce_hash })
}

async function makeKey(
  queries: Queries,
  { secret, clientId, now }: KeyOwner,
  key: Pick<NewRow<'sign_in_key'>, 'kind' | 'channel' | 'origin' | 'order_id' | 'nonce_hash'> & { lifeMs: number },
): Promise<string> {
  const { lifeMs: life, ...columns } = key
  const id = uuidv7(now)
  const hash = hashOfKey(secret, derivedKey(secret, id, bitsOf[key.kind]))
  const times = { created_at: new Date(now), expires_at: new Date(now + life) }
  await insertKey(queries, { id, hash, client_id: clientId, ...columns, ...times })
  return id
}

/** Derives the key from the id that {@link makeShortKey} returns, for `webPaths.shortLink` and its like. */
export const shortKeyOf = (secret: string, id: string): string => derivedKey(secret, id, bitsOf['short-key'])

/** Derives the code from the id that {@link makeMailLink} returns, for `webPaths.mailLink`. */
export const mailCodeOf = (secret: string, id: string): string => derivedKey(secret, id, bitsOf['mail-link'])
