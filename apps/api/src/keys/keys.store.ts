import { after, insertRow, type NewRow, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Writes the key of a link that is to be sent. */
export function insertKey(queries: Queries, key: NewRow<'sign_in_key'>): Promise<void> {
  return insertRow(queries, 'sign_in_key', key)
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
  const working = { client_id: clientId, expires_at: after(now) }
  await updateRows(queries, 'sign_in_key', working, { expires_at: new Date(now) })
}

/** Uses a key up; false when somebody else just did. */
export async function consumeKey(queries: Queries, hash: string, now: number): Promise<boolean> {
  const unused = { hash, used_at: null, expires_at: after(now) }
  return (await updateRows(queries, 'sign_in_key', unused, { used_at: new Date(now) })) > 0
}
