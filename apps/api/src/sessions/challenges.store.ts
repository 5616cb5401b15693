import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
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

/** The newest code of a phone, used up or not: tells why there is no live one. */
export async function newestChallenge(queries: Queries, factor: string, value: string) {
  return queries
    .selectFrom('sign_in_challenge')
    .select(['id', 'client_id', 'attempts', 'expires_at', 'consumed_at'])
    .where('factor', '=', factor)
    .where('value', '=', value)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Writes a new code that is to be sent. */
export async function insertChallenge(
  queries: Queries,
  challenge: { id: string; phone: string; prefix: string; clientId: string; now: number; expiresAt: number },
): Promise<void> {
  await queries
    .insertInto('sign_in_challenge')
    .values({
      id: challenge.id,
      factor: 'phone',
      value: challenge.phone,
      prefix: challenge.prefix,
      client_id: challenge.clientId,
      sends: 1,
      created_at: new Date(challenge.now),
      last_sent_at: new Date(challenge.now),
      expires_at: new Date(challenge.expiresAt),
    })
    .execute()
}

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
  await queries.updateTable('sign_in_challenge').set({ attempts: mostAttempts }).where('id', '=', id).execute()
}

/** Uses a code up; false when somebody else just did. */
export async function consumeChallenge(queries: Queries, id: string, now: number): Promise<boolean> {
  const row = await queries
    .updateTable('sign_in_challenge')
    .set({ consumed_at: new Date(now) })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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
