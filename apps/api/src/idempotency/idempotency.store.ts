import { findRow } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation } from '../database/transaction.ts'

/** An answer stored for a use of a key. `now` in epoch milliseconds. */
interface KeyedAnswer {
  clientId: string
  key: string
  fingerprint: string
  answer: unknown
  now: number
}

type Values = [clientId: string, key: string, fingerprint: string, answer: string, createdAt: Date]
const valuesOf = ({ clientId, key, fingerprint, answer, now }: KeyedAnswer): Values => [
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
 * Stores an answer with its key as the last statement of the write's transaction. It waits for a concurrent use of the
 * key, and fails if the key has been used ({@link isKeyUsed}).
 */
export async function insertAnswer(queries: Queries, answer: KeyedAnswer): Promise<void> {
  await insert(queries, ...valuesOf(answer))
}

/** Whether an error means that the key has been used before. */
export const isKeyUsed = (error: unknown) => isUniqueViolation(error, 'idempotency_pkey')

/** Stores an answer with its key; a no-op if the key has been used before. */
export async function insertAnswerOnce(queries: Queries, answer: KeyedAnswer): Promise<void> {
  await insertIfNew(queries, ...valuesOf(answer))
}

/** The stored answer of a key; undefined if the key is new. */
export async function storedAnswer(queries: Queries, clientId: string, key: string) {
  return findRow(queries, 'idempotency', { client_id: clientId, key })
}
