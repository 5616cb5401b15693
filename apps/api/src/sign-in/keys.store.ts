import { instant } from '../database/instant.ts'
import type { Queries, SignInKeyKind } from '../database/tables.ts'

/** Writes the key of a link that is to be sent. */
export async function insertKey(
  queries: Queries,
  key: { id: string; hash: string; kind: SignInKeyKind; clientId: string; now: number; expiresAt: number },
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
    })
    .execute()
}

/** The key with this hash, whether it still works or not. */
export async function keyByHash(queries: Queries, hash: string) {
  return queries.selectFrom('sign_in_key').selectAll().where('hash', '=', hash).executeTakeFirst()
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

/** Removes keys that expired before an instant. */
export async function deleteKeysExpiredBefore(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom('sign_in_key').where('expires_at', '<', instant(before)).execute()
}
