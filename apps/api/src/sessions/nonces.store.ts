import { sql } from 'kysely'
import { findRow, type NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import { mostAttempts } from './challenges.store.ts'

/** Stores the hash of a nonce that the asking browser keeps. */
export const insertNonce = (queries: Queries, row: NewRow<'sign_in_nonce'>) =>
  queries.insertInto('sign_in_nonce').values(row).execute()

/** A nonce with its code, which may have expired. */
export async function nonceWithChallenge(queries: Queries, hash: string) {
  return queries
    .selectFrom('sign_in_nonce')
    .innerJoin('sign_in_challenge', 'sign_in_challenge.id', 'sign_in_nonce.challenge_id')
    .select([
      'sign_in_nonce.hash',
      'sign_in_nonce.client_id',
      'sign_in_nonce.is_known',
      'sign_in_challenge.id as challenge_id',
      'sign_in_challenge.value as phone',
      'sign_in_challenge.expires_at',
      'sign_in_challenge.consumed_at',
    ])
    .where('sign_in_nonce.hash', '=', hash)
    .executeTakeFirst()
}

/** Counts an attempt of a nonce before its code is compared; returns the count, or undefined above the limit. */
export async function takeAttemptOfNonce(queries: Queries, hash: string): Promise<number | undefined> {
  const row = await queries
    .updateTable('sign_in_nonce')
    .set({ attempts: sql`attempts + 1` })
    .where('hash', '=', hash)
    .where('attempts', '<', mostAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/** Records that a nonce signed in. */
export async function proveNonce(queries: Queries, hash: string, now: number): Promise<void> {
  await queries
    .updateTable('sign_in_nonce')
    .set({ proved_at: new Date(now) })
    .where('hash', '=', hash)
    .execute()
}

/** The client who signed in with a nonce before. */
export async function clientIdOfProvedNonce(queries: Queries, hash: string): Promise<string | undefined> {
  const nonce = await findRow(queries, 'sign_in_nonce', { hash })
  return nonce === undefined || nonce.proved_at === null ? undefined : nonce.client_id
}

/** Deletes all nonces of a client. */
export async function deleteNoncesOf(queries: Queries, clientId: string): Promise<void> {
  await queries.deleteFrom('sign_in_nonce').where('client_id', '=', clientId).execute()
}
