import type { Queries } from '../database/tables.ts'

/** The codes of a client, or nothing while they have none. */
export async function referralOf(queries: Queries, clientId: string) {
  return queries.selectFrom('client_referral').selectAll().where('client_id', '=', clientId).executeTakeFirst()
}

/** The codes of a client, whom nobody else gives others until the transaction ends. */
export async function lockReferralOf(queries: Queries, clientId: string) {
  return queries
    .selectFrom('client_referral')
    .selectAll()
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
}

/** Gives a client who has none their codes; false when they have some, and nothing is written then. */
export async function insertReferral(
  queries: Queries,
  referral: { clientId: string; sealedCode: string; hash: string; shareCode: string; now: number },
): Promise<boolean> {
  const row = await queries
    .insertInto('client_referral')
    .values({
      client_id: referral.clientId,
      sealed_code: referral.sealedCode,
      hash: referral.hash,
      share_code: referral.shareCode,
      made_at: new Date(referral.now),
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .returning('client_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await queries.insertInto('referral_code_hash').values({ hash: referral.hash, client_id: referral.clientId }).execute()
  await queries
    .insertInto('client_share_code')
    .values({ code: referral.shareCode, client_id: referral.clientId })
    .execute()
  return true
}

/** Puts another private code in the place of a client's; the old one leads to nobody any more. */
export async function replacePrivateCode(
  queries: Queries,
  replacement: { clientId: string; oldHash: string; sealedCode: string; hash: string; now: number },
): Promise<void> {
  const { clientId, oldHash, sealedCode, hash, now } = replacement
  await queries.deleteFrom('referral_code_hash').where('hash', '=', oldHash).execute()
  await queries.insertInto('referral_code_hash').values({ hash, client_id: clientId }).execute()
  await queries
    .updateTable('client_referral')
    .set({ sealed_code: sealedCode, hash, made_at: new Date(now) })
    .where('client_id', '=', clientId)
    .execute()
}

/** Whose private code has this hash; `lock` keeps others from replacing it until the transaction ends. */
export async function clientIdOfReferralHash(
  queries: Queries,
  hash: string,
  { lock }: { lock: boolean },
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('referral_code_hash')
    .select('client_id')
    .where('hash', '=', hash)
    .$if(lock, (code) => code.forShare())
    .executeTakeFirst()
  return row?.client_id
}

/** Whose public code it is. */
export async function clientIdOfShareCode(queries: Queries, code: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('client_share_code')
    .select('client_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.client_id
}
