import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { derivedKey, hashOfKey } from './derived-key.ts'
import { insertKey } from './keys.store.ts'

/** AUTH-20: how long the link of a text message works. */
const shortKeyLifeMs = 14 * 24 * 3_600_000
/** Short enough for a text message, too many to guess. */
const shortKeyBits = 96

/**
 * Makes the key of a link that is texted to a client (`/authkey/`, `/a/`), in the transaction that writes its message.
 * Answers the key's id for the message's variables: the key itself is made from it by {@link shortKeyOf} when the
 * message is rendered, so that none rests in the outbox. It signs in as often as wanted for 14 days (AUTH-20).
 */
export async function makeShortKey(
  queries: Queries,
  { secret, clientId, now }: { secret: string; clientId: string; now: number },
): Promise<string> {
  const id = uuidv7(now)
  const hash = hashOfKey(secret, shortKeyOf(secret, id))
  await insertKey(queries, { id, hash, kind: 'short-key', clientId, now, expiresAt: now + shortKeyLifeMs })
  return id
}

/** The key of an id that {@link makeShortKey} answered: for `webPaths.shortLink` and `webPaths.shortPaymentLink`. */
export function shortKeyOf(secret: string, id: string): string {
  return derivedKey(secret, id, shortKeyBits)
}
