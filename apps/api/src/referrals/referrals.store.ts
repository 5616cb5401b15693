import type { Selectable, Updateable } from 'kysely'
import type { Queries, ReferralTable } from '../database/tables.ts'

/** Who brought whom; cents. */
export type StoredReferral = Selectable<ReferralTable>

/** Notes that a client was brought by another; somebody is brought once. */
export async function insertReferral(
  queries: Queries,
  { referrerId, friendId, now }: { referrerId: string; friendId: string; now: number },
): Promise<void> {
  await queries
    .insertInto('referral')
    .values({ client_id: referrerId, friend_id: friendId, at: new Date(now), order_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Who brought a client; with `lock` nobody else changes it until the transaction ends. */
export function referralOfFriend(
  queries: Queries,
  friendId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredReferral | undefined> {
  const query = queries.selectFrom('referral').selectAll().where('friend_id', '=', friendId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Who brought a client, as long as the client has not paid for an order since (REF-04). */
export const openReferralRow = (queries: Queries, friendId: string) =>
  queries
    .selectFrom('referral')
    .select('referral.friend_id')
    .where('referral.friend_id', '=', friendId)
    .where('referral.order_id', 'is', null)

/** Forgets who brought a client, as long as the client has not paid for an order since. */
export async function deleteOpenReferral(queries: Queries, friendId: string): Promise<void> {
  await queries.deleteFrom('referral').where('friend_id', '=', friendId).where('order_id', 'is', null).execute()
}

/** Changes what came of it. */
export async function noteOnReferral(
  queries: Queries,
  { client_id: clientId, friend_id: friendId }: StoredReferral,
  change: Updateable<ReferralTable>,
): Promise<void> {
  await queries
    .updateTable('referral')
    .set(change)
    .where('client_id', '=', clientId)
    .where('friend_id', '=', friendId)
    .execute()
}

/** What a client's friends came to: how many, how many of them paid for an order, and the bonuses in cents. */
export async function countReferrals(
  queries: Queries,
  clientId: string,
): Promise<{ friends: number; withOrders: number; bonusCents: number }> {
  const counted = await queries
    .selectFrom('referral')
    .select((row) => [
      row.fn.countAll<number>().as('friends'),
      row.fn.count<number>('order_id').as('with_orders'),
      row.fn.coalesce(row.fn.sum<number>('bonus_cents'), row.lit(0)).as('bonus'),
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return {
    friends: Number(counted.friends),
    withOrders: Number(counted.with_orders),
    bonusCents: Number(counted.bonus),
  }
}

/** The friends of a client with a bonus that waits for staff, or with one that was given or waits. */
export async function friendsOf(
  queries: Queries,
  referrerId: string,
  { waiting }: { waiting: boolean },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('referral')
    .select('friend_id')
    .where('client_id', '=', referrerId)
    .where((row) =>
      waiting
        ? row('waits_since', 'is not', null)
        : row.or([row('waits_since', 'is not', null), row('bonus_cents', '>', 0)]),
    )
    .orderBy('waits_since')
    .orderBy('friend_id')
    .execute()
  return rows.map(({ friend_id: friendId }) => friendId)
}

/** Who waits for staff, for how many bonuses, and since when (epoch milliseconds). */
export async function referrersWaiting(
  queries: Queries,
): Promise<{ clientId: string; count: number; since: number }[]> {
  const rows = await queries
    .selectFrom('referral')
    .select((row) => [
      'client_id',
      row.fn.countAll<number>().as('count'),
      row.fn.min<number>('waits_since').as('since'),
    ])
    .where('waits_since', 'is not', null)
    .groupBy('client_id')
    .orderBy('since')
    .execute()
  return rows.map((row) => ({ clientId: row.client_id, count: Number(row.count), since: row.since }))
}

/** Notes which friend's bonus a card stands for; whether it is this one's. */
export async function insertReferralCard(
  queries: Queries,
  card: { mark: string; referrerId: string; friendId: string; now: number },
): Promise<boolean> {
  const { mark, referrerId, friendId, now } = card
  const noted = await queries
    .insertInto('referral_card')
    .values({ mark, client_id: referrerId, friend_id: friendId, at: new Date(now) })
    .onConflict((conflict) =>
      conflict.column('mark').doUpdateSet({ friend_id: friendId }).where('referral_card.friend_id', '=', friendId),
    )
    .returning('mark')
    .executeTakeFirst()
  return noted !== undefined
}
