import type { SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { derivedKey, hashOfKey } from './derived-key.ts'
import { insertKey } from './keys.store.ts'

const dayMs = 24 * 3_600_000

/** What a link that is sent in a text, or announces an order, is for (SAFE-03). */
type LinkPurpose = Extract<SessionOrigin, 'text-link' | 'rating-link' | 'payment-link'>

/** AUTH-20: how long a link works that is sent in a text; a rating may be asked for when nobody has the time. */
const lifeMs: Readonly<Record<LinkPurpose, number>> = {
  'text-link': 14 * dayMs,
  'payment-link': 14 * dayMs,
  'rating-link': 30 * dayMs,
}
/** Short enough for a text message, too many to guess. */
const shortKeyBits = 96

/**
 * Makes the key of a link that is sent to a client (`/authkey/`, `/a/`, `/r/`), in the transaction that writes its
 * message. Answers the key's id, a variable of the message: {@link shortKeyOf} derives the key when the message is
 * rendered, so the outbox stores none. The key works as often as wanted until it expires (AUTH-20), and reaches only what
 * the link is for; a link to an order names the order (SAFE-03).
 */
export async function makeShortKey(
  queries: Queries,
  {
    secret,
    clientId,
    now,
    origin = 'text-link',
    orderId = null,
  }: { secret: string; clientId: string; now: number; origin?: LinkPurpose; orderId?: string | null },
): Promise<string> {
  const id = uuidv7(now)
  await insertKey(queries, {
    id,
    hash: hashOfKey(secret, shortKeyOf(secret, id)),
    kind: 'short-key',
    client_id: clientId,
    created_at: new Date(now),
    expires_at: new Date(now + lifeMs[origin]),
    origin,
    order_id: orderId,
  })
  return id
}

/** The key of an id that {@link makeShortKey} answered: for `webPaths.shortLink` and its like. */
export function shortKeyOf(secret: string, id: string): string {
  return derivedKey(secret, id, shortKeyBits)
}
