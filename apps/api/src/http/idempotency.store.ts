import { instant } from '../database/instant.ts'
import { sendAhead } from '../database/send-ahead.ts'
import type { Queries } from '../database/tables.ts'

/**
 * Takes a key for one request, with its answer where that is known; answers false when the key has been used before (it
 * waits for a use under way).
 */
export async function claimKey(
  queries: Queries,
  claim: { clientId: string; key: string; fingerprint: string; answer: string | null; now: number },
): Promise<boolean> {
  const inserted = await queries
    .insertInto('idempotency')
    .values({
      client_id: claim.clientId,
      key: claim.key,
      fingerprint: claim.fingerprint,
      answer: claim.answer === null ? null : JSON.stringify(claim.answer),
      created_at: new Date(claim.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Keeps the answer with its key, in the transaction of the write itself. */
export async function keepAnswer(
  queries: Queries,
  kept: { clientId: string; key: string; answer: string },
): Promise<void> {
  const update = queries
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(kept.answer) })
    .where('client_id', '=', kept.clientId)
    .where('key', '=', kept.key)
  await sendAhead(queries, update)
}

/** The kept answer of a key; nothing for one that was not used. */
export async function keptAnswer(queries: Queries, clientId: string, key: string) {
  return queries
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer'])
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Removes keys with their answers that were claimed before an instant. */
export async function deleteAnswersBefore(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom('idempotency').where('created_at', '<', instant(before)).execute()
}
