import { after, findRow, insertInto, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Writes the key of a link that is to be sent. */
export const insertKey = insertInto('sign_in_key')

/** The key with this hash, whether it still works or not; `lock` keeps others from ending it until the transaction does. */
export async function keyByHash(queries: Queries, hash: string, { lock = false } = {}) {
  return findRow(queries, 'sign_in_key', { hash }, { lock: lock && 'share' })
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
