import { compiledOnce } from '../database/compiled-once.ts'
import { instant } from '../database/instant.ts'
import { sendAhead } from '../database/send-ahead.ts'
import type { Queries } from '../database/tables.ts'
import { isTaken } from '../database/transaction.ts'

interface KeptRow {
  client_id: string
  key: string
  fingerprint: string
  answer: string
  created_at: Date
}

const insertion = (queries: Queries, row: KeptRow) => queries.insertInto('idempotency').values(row)
const keeping = compiledOnce(insertion)
const keepingWhereFree = compiledOnce((queries, row: KeptRow) =>
  insertion(queries, row).onConflict((conflict) => conflict.doNothing()),
)

/** A key as one request used it, and what that was answered. `now` in epoch milliseconds. */
interface Kept {
  clientId: string
  key: string
  fingerprint: string
  answer: unknown
  now: number
}

const rowOf = ({ clientId, key, fingerprint, answer, now }: Kept): KeptRow => ({
  client_id: clientId,
  key,
  fingerprint,
  answer: JSON.stringify(answer),
  created_at: new Date(now),
})

/**
 * Keeps an answer with its key as the last of the transaction of its write, without waiting: the commit fails when the key
 * has been used before ({@link isKeyUsed}), after it has waited for a use under way.
 */
export async function keepWithWrite(queries: Queries, kept: Kept): Promise<void> {
  await sendAhead(queries, keeping(queries, rowOf(kept)))
}

/** Whether an error says that a key has been used before. */
export const isKeyUsed = (error: unknown) => isTaken(error, 'idempotency_pkey')

/** Keeps an answer with its key; that of a key that has been used before stays. */
export async function keepAnswer(queries: Queries, kept: Kept): Promise<void> {
  await queries.executeQuery(keepingWhereFree(queries, rowOf(kept)))
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
