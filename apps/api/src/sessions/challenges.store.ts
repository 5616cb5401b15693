import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** AUTH-20: wrong attempts after which a code expires. */
export const mostAttempts = 5

/** The newest usable code of a client's phone; another client may have had the same number. */
export async function liveChallenge(
  queries: Queries,
  { clientId, phone, now }: { clientId: string; phone: string; now: number },
) {
  return queries
    .selectFrom('sign_in_challenge')
    .select(['id', 'sends', 'last_sent_at', 'expires_at'])
    .where('factor', '=', 'phone')
    .where('value', '=', phone)
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .where('attempts', '<', mostAttempts)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The newest usable code of a phone, else the newest, which explains the refusal. A code from a process with a fast
 * clock is newer than those that follow it.
 */
export async function challengeOf(queries: Queries, phone: string, now: number) {
  const isLive = sql<boolean>`consumed_at is null and expires_at > ${instant(now)} and attempts < ${mostAttempts}`
  return queries
    .selectFrom('sign_in_challenge')
    .selectAll()
    .where('factor', '=', 'phone')
    .where('value', '=', phone)
    .orderBy(isLive, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores a sent code, as its hash. */
export const insertChallenge = (queries: Queries, row: NewRow<'sign_in_challenge'>) =>
  queries.insertInto('sign_in_challenge').values(row).execute()

/** Counts a resend of the same code; returns the number of resends. */
export async function noteResend(queries: Queries, id: string, now: number): Promise<number> {
  const row = await queries
    .updateTable('sign_in_challenge')
    .set({ sends: sql`sends + 1`, last_sent_at: new Date(now) })
    .where('id', '=', id)
    .returning('sends')
    .executeTakeFirstOrThrow()
  return row.sends
}

/**
 * Counts an attempt before the code is compared, so that concurrent checks compare at most five (AUTH-20). Undefined if
 * the code is no longer usable.
 */
export async function takeAttempt(queries: Queries, id: string, now: number) {
  return queries
    .updateTable('sign_in_challenge')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('attempts', '<', mostAttempts)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .returning(['id', 'client_id', 'attempts'])
    .executeTakeFirst()
}

/** Stops resends of a code, and its use by a browser without its nonce. */
export async function endChallenge(queries: Queries, id: string): Promise<void> {
  await queries.updateTable('sign_in_challenge').set({ attempts: mostAttempts }).where('id', '=', id).execute()
}

/**
 * Expires the open codes of a client. They expire at their creation: a check that began earlier waits for the row, and
 * compares with its own, earlier time.
 */
export async function expireChallenges(queries: Queries, clientId: string, now: number): Promise<void> {
  await queries
    .updateTable('sign_in_challenge')
    .set({ expires_at: sql<Date>`created_at` })
    .where('client_id', '=', clientId)
    .where('expires_at', '>', instant(now))
    .execute()
}

/** Uses a code up; false if another request just did, or expired it. */
export async function consumeChallenge(queries: Queries, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('sign_in_challenge')
    .set({ consumed_at: new Date(now) })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The latest codes to numbers with a prefix within a time, newest first. */
export async function lastCodesOfPrefix(
  queries: Queries,
  prefix: string,
  { after, before, most }: { after: number; before: number; most: number },
) {
  return queries
    .selectFrom('sign_in_challenge')
    .select(['sends', 'consumed_at'])
    .where('prefix', '=', prefix)
    .where('created_at', '>', instant(after))
    .where('created_at', '<', instant(before))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}
