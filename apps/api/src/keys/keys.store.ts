import type { SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import { instant } from '../database/instant.ts'
import type { Queries, SignInKeyKind } from '../database/tables.ts'

/** Writes the key of a link that is to be sent. */
export async function insertKey(
  queries: Queries,
  key: {
    id: string
    hash: string
    kind: SignInKeyKind
    clientId: string
    now: number
    expiresAt: number
    origin?: SessionOrigin
    orderId?: string | null
  },
): Promise<void> {
  await queries
    .insertInto('sign_in_key')
    .values({
      id: key.id,
      hash: key.hash,
      kind: key.kind,
      client_id: key.clientId,
      created_at: new Date(key.now),
      expires_at: new Date(key.expiresAt),
      ...(key.origin !== undefined && { origin: key.origin, order_id: key.orderId ?? null }),
    })
    .execute()
}

/** The key with this hash, whether it still works or not; `lock` keeps others from ending it until the transaction does. */
export async function keyByHash(queries: Queries, hash: string, { lock = false } = {}) {
  return queries
    .selectFrom('sign_in_key')
    .selectAll()
    .where('hash', '=', hash)
    .$if(lock, (key) => key.forShare())
    .executeTakeFirst()
}

/** Ends the keys of all links that were sent to a client. */
export async function expireKeysOf(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries
    .updateTable('sign_in_key')
    .set({ expires_at: new Date(now) })
    .where('client_id', '=', clientId)
    .where('expires_at', '>', instant(now))
    .execute()
}

/** Uses a key up; false when somebody else just did. */
export async function consumeKey(queries: Queries, hash: string, now: number): Promise<boolean> {
  const row = await queries
    .updateTable('sign_in_key')
    .set({ used_at: new Date(now) })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
