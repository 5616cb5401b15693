import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import { insertInto, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Wrong codes that end a code (AUTH-20). */
export const mostAttempts = 5

/** The newest code of a phone that can still be used. */
export async function liveChallenge(queries: Queries, factor: string, value: string, now: number) {
  return queries
    .selectFrom('sign_in_challenge')
    .select(['id', 'sends', 'last_sent_at', 'expires_at'])
    .where('factor', '=', factor)
    .where('value', '=', value)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .where('attempts', '<', mostAttempts)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The code that a phone is asked for: the newest that can still be used, else the newest, which tells why there is none. One
 * from a process whose clock was ahead is newer than those that follow it.
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

/** Writes a new code that is to be sent. */
export const insertChallenge = insertInto('sign_in_challenge')

/** Notes that the same code goes out once more; answers how often it has. */
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
 * Takes one of the few attempts of a code before it is compared, so that many checks at once compare at most five
 * (AUTH-20). Answers nothing when the code can no longer be used.
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

/** Lets a code be neither sent again nor taken from whoever has no nonce of it. */
export async function endChallenge(queries: Queries, id: string): Promise<void> {
  await updateRows(queries, 'sign_in_challenge', { id }, { attempts: mostAttempts })
}

/** Uses a code up; false when somebody else just did. */
export async function consumeChallenge(queries: Queries, id: string, now: number): Promise<boolean> {
  const used = await updateRows(queries, 'sign_in_challenge', { id, consumed_at: null }, { consumed_at: new Date(now) })
  return used > 0
}

/** The last codes that were sent to the numbers of a prefix within a time, newest first. */
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
