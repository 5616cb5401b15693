import type { ClientNames } from '@nerdify/domain/clients/client-name.ts'
import type { Selectable } from 'kysely'
import { findRow, insertIfNew, type RowChange } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** A referral; cents. */
export type StoredReferral = Selectable<Tables['referral']>

/** Records a client's referrer; only the first counts. */
export async function insertReferral(
  queries: Queries,
  { referrerId, friendId, now }: { referrerId: string; friendId: string; now: number },
): Promise<void> {
  await insertIfNew(queries, 'referral', {
    client_id: referrerId,
    friend_id: friendId,
    at: new Date(now),
    order_id: null,
  })
}

/** A client's referral, locked until the transaction ends. */
export function referralOf(queries: Queries, friendId: string): Promise<StoredReferral | undefined> {
  return findRow(queries, 'referral', { friend_id: friendId }, { lock: true })
}

/** Selects the referral of the client $1 if no order has been paid with it (REF-04). */
export const openReferralRow = 'select from referral where friend_id = $1 and order_id is null'

const openReferrals = statement<object, [clientId: string]>(openReferralRow)

/** Whether a referred client has not yet paid for an order (REF-04). */
export async function isBroughtByFriend(queries: Queries, clientId: string): Promise<boolean> {
  return (await openReferrals(queries, clientId)).length > 0
}

/** Deletes a client's referral, unless the client has paid for an order with it. */
export async function dropOpenReferral(queries: Queries, friendId: string): Promise<void> {
  await queries.deleteFrom('referral').where('friend_id', '=', friendId).where('order_id', 'is', null).execute()
}

/** Updates the referral of a friend: their first paid order, or its bonus. */
export async function noteOnReferral(queries: Queries, friendId: string, change: RowChange<'referral'>): Promise<void> {
  await queries.updateTable('referral').set(change).where('friend_id', '=', friendId).execute()
}

/**
 * A client's referral totals: friends, friends with a paid order, and the bonuses in cents, on the balance and pending.
 */
export async function countReferrals(
  queries: Queries,
  clientId: string,
): Promise<{ friends: number; withOrders: number; bonusCents: number; pendingCents: number }> {
  const totals = await queries
    .selectFrom('referral')
    .select((row) => [
      row.fn.countAll<number>().as('friends'),
      row.fn.count<number>('order_id').as('with_orders'),
      row.fn.coalesce(row.fn.sum<number>('bonus_cents'), row.lit(0)).as('bonus'),
      row.fn.coalesce(row.fn.sum<number>('pending_cents'), row.lit(0)).as('pending'),
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return {
    friends: Number(totals.friends),
    withOrders: Number(totals.with_orders),
    bonusCents: Number(totals.bonus),
    pendingCents: Number(totals.pending),
  }
}

/** The referrals of a client with a bonus that waits for staff, longest waiting first, or with any bonus. */
export function referralsBy(
  queries: Queries,
  referrerId: string,
  { waiting }: { waiting: boolean },
): Promise<StoredReferral[]> {
  return queries
    .selectFrom('referral')
    .selectAll()
    .where('client_id', '=', referrerId)
    .where((row) =>
      waiting
        ? row('waits_since', 'is not', null)
        : row.or([row('waits_since', 'is not', null), row('bonus_cents', '>', 0), row('pending_cents', '>', 0)]),
    )
    .orderBy('waits_since')
    .orderBy('friend_id')
    .execute()
}

/** The number of a client's pending bonuses. */
export async function pendingBonuses(queries: Queries, referrerId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('referral')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('client_id', '=', referrerId)
    .where('pending_cents', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The clients with bonuses that wait for staff, longest waiting first, with names, numbers, and start (epoch
 * milliseconds).
 */
export async function waitingBonuses(
  queries: Queries,
): Promise<(ClientNames & { clientId: string; count: number; since: number })[]> {
  const rows = await queries
    .selectFrom('referral')
    .innerJoin('client', 'client.id', 'referral.client_id')
    .select((row) => [
      'client.id',
      'client.nickname',
      'client.phone',
      'client.email',
      row.fn.countAll<number>().as('count'),
      row.fn.min<number>('waits_since').as('since'),
    ])
    .where('waits_since', 'is not', null)
    .groupBy('client.id')
    .orderBy('since')
    .execute()
  return rows.map(({ id, count, ...row }) => ({ ...row, clientId: id, count: Number(count) }))
}

/** Claims a card for a friend's bonus; returns whether it is this friend's. */
export async function insertReferralCard(
  queries: Queries,
  card: { mark: string; referrerId: string; friendId: string; now: number },
): Promise<boolean> {
  const { mark, referrerId, friendId, now } = card
  const claimed = await queries
    .insertInto('referral_card')
    .values({ mark, client_id: referrerId, friend_id: friendId, at: new Date(now) })
    .onConflict((conflict) =>
      conflict.column('mark').doUpdateSet({ friend_id: friendId }).where('referral_card.friend_id', '=', friendId),
    )
    .returning('mark')
    .executeTakeFirst()
  return claimed !== undefined
}
