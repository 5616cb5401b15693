import { findRow, insertIfNew, insertRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation } from '../database/transaction.ts'

/** A key as one request used it, and what that was answered. `now` in epoch milliseconds. */
interface Kept {
  clientId: string
  key: string
  fingerprint: string
  answer: unknown
  now: number
}

const rowOf = ({ clientId, key, fingerprint, answer, now }: Kept) => ({
  client_id: clientId,
  key,
  fingerprint,
  answer: JSON.stringify(answer),
  created_at: new Date(now),
})

/**
 * Keeps an answer with its key as the last of the transaction of its write. It fails when the key has been used before
 * ({@link isKeyUsed}), after it has waited for a use under way.
 */
export async function keepWithWrite(queries: Queries, kept: Kept): Promise<void> {
  await insertRow(queries, 'idempotency', rowOf(kept))
}

/** Whether an error says that a key has been used before. */
export const isKeyUsed = (error: unknown) => isUniqueViolation(error, 'idempotency_pkey')

/** Keeps an answer with its key; that of a key that has been used before stays. */
export async function keepAnswer(queries: Queries, kept: Kept): Promise<void> {
  await insertIfNew(queries, 'idempotency', rowOf(kept))
}

/** The kept answer of a key; nothing for one that was not used. */
export async function keptAnswer(queries: Queries, clientId: string, key: string) {
  return findRow(queries, 'idempotency', { client_id: clientId, key })
}
