import { randomBytes } from 'node:crypto'
import type { Queries } from '../database/tables.ts'
import { hashOfKey } from '../keys/derived-key.ts'
import type { KeyOwner } from '../keys/referral-codes.ts'
import { clientIdOfProvedNonce, insertNonce } from './nonces.store.ts'

const nonceBytes = 16

/** Creates the nonce of a browser that requests a code (SAFE-14), in the transaction that sends it. */
export async function makeNonce(
  queries: Queries,
  { secret, clientId, challengeId, isKnown, now }: KeyOwner & { challengeId: string; isKnown: boolean },
): Promise<string> {
  const text = randomBytes(nonceBytes).toString('base64url')
  await insertNonce(queries, {
    hash: hashOfKey(secret, text),
    client_id: clientId,
    challenge_id: challengeId,
    is_known: isKnown,
    created_at: new Date(now),
  })
  return text
}

/** Whether a client has signed in from this browser before: the browser has the nonce (SAFE-14). */
export async function isKnownBrowser(
  queries: Queries,
  { secret, nonce, clientId }: { secret: string; nonce: string | undefined; clientId: string | undefined },
): Promise<boolean> {
  if (nonce === undefined || clientId === undefined) return false
  return (await clientIdOfProvedNonce(queries, hashOfKey(secret, nonce))) === clientId
}
