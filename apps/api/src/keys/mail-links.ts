import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { derivedKey, hashOfKey } from './derived-key.ts'
import { insertKey } from './keys.store.ts'

/** AUTH-20: how long the link of a mail works, once. */
export const mailLinkLifeMs = 30 * 60_000
const mailCodeBits = 256

/** Makes the code of a link that is mailed to a client; answers the id that {@link mailCodeOf} makes it from. */
export async function makeMailLink(
  queries: Queries,
  { secret, clientId, now }: { secret: string; clientId: string; now: number },
): Promise<{ id: string; expiresAt: number }> {
  const id = uuidv7(now)
  const expiresAt = now + mailLinkLifeMs
  await insertKey(queries, {
    id,
    hash: hashOfKey(secret, mailCodeOf(secret, id)),
    kind: 'mail-link',
    client_id: clientId,
    created_at: new Date(now),
    expires_at: new Date(expiresAt),
  })
  return { id, expiresAt }
}

/** The code of an id that {@link makeMailLink} answered: for `webPaths.mailLink`. */
export function mailCodeOf(secret: string, id: string): string {
  return derivedKey(secret, id, mailCodeBits)
}
