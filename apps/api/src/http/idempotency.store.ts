import { compiledOnce, firstRow } from '../database/compiled-once.ts'
import { instant } from '../database/instant.ts'
import { sendAhead } from '../database/send-ahead.ts'
import type { Queries } from '../database/tables.ts'

const claim = compiledOnce(
  (queries, row: { client_id: string; key: string; fingerprint: string; answer: string | null; created_at: Date }) =>
    queries
      .insertInto('idempotency')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('key'),
)

/**
 * Takes a key for one request, with its answer where that is known; answers false when the key has been used before (it
 * waits for a use under way).
 */
export async function claimKey(
  queries: Queries,
  claimed: { clientId: string; key: string; fingerprint: string; answer: string | null; now: number },
): Promise<boolean> {
  const { clientId, key, fingerprint, now } = claimed
  const answer = claimed.answer === null ? null : JSON.stringify(claimed.answer)
  const row = { client_id: clientId, key, fingerprint, answer, created_at: new Date(now) }
  return (await firstRow(queries, claim(queries, row))) !== undefined
}

const keep = compiledOnce((queries, { clientId, key, answer }: { clientId: string; key: string; answer: string }) =>
  queries.updateTable('idempotency').set({ answer }).where('client_id', '=', clientId).where('key', '=', key),
)

/** Keeps the answer with its key, in the transaction of the write itself. */
export async function keepAnswer(
  queries: Queries,
  { clientId, key, answer }: { clientId: string; key: string; answer: unknown },
): Promise<void> {
  await sendAhead(queries, keep(queries, { clientId, key, answer: JSON.stringify(answer) }))
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
