import { findRow } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
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

type Values = [clientId: string, key: string, fingerprint: string, answer: string, createdAt: Date]
const valuesOf = ({ clientId, key, fingerprint, answer, now }: Kept): Values => [
  clientId,
  key,
  fingerprint,
  JSON.stringify(answer),
  new Date(now),
]

const insertion = `
  insert into idempotency (client_id, key, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5)`
const insert = statement<never, Values>(insertion)
const insertIfNew = statement<never, Values>(`${insertion} on conflict do nothing`)

/**
 * Keeps an answer with its key as the last of the transaction of its write. It fails when the key has been used before
 * ({@link isKeyUsed}), after it has waited for a use under way.
 */
export async function keepWithWrite(queries: Queries, kept: Kept): Promise<void> {
  await insert(queries, ...valuesOf(kept))
}

/** Whether an error says that a key has been used before. */
export const isKeyUsed = (error: unknown) => isUniqueViolation(error, 'idempotency_pkey')

/** Keeps an answer with its key; that of a key that has been used before stays. */
export async function keepAnswer(queries: Queries, kept: Kept): Promise<void> {
  await insertIfNew(queries, ...valuesOf(kept))
}

/** The kept answer of a key; nothing for one that was not used. */
export async function keptAnswer(queries: Queries, clientId: string, key: string) {
  return findRow(queries, 'idempotency', { client_id: clientId, key })
}
