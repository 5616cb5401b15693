import { liveStatuses } from '@nerdify/domain/plans/subscription-status.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { claimRows } from '../database/claim-rows.ts'
import { instant } from '../database/instant.ts'
import type { Queries, SubscriptionTable } from '../database/tables.ts'

/** A subscription as it was last heard of; cents, instants in epoch milliseconds. */
export type StoredSubscription = Selectable<SubscriptionTable>

/** A client's subscriptions, the newest first. */
export function subscriptionsOf(queries: Queries, clientId: string): Promise<StoredSubscription[]> {
  return queries
    .selectFrom('subscription')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** One subscription of a client. */
export function subscriptionOfClient(
  queries: Queries,
  clientId: string,
  id: string,
): Promise<StoredSubscription | undefined> {
  return queries
    .selectFrom('subscription')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Writes a subscription as it is now. */
export async function keepSubscription(queries: Queries, row: Insertable<SubscriptionTable>): Promise<void> {
  const { client_id: _client, id: _id, started_at: _startedAt, ...now } = row
  await queries
    .insertInto('subscription')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(now))
    .execute()
}

/** Changes what is kept of a subscription besides the provider's word. */
export async function noteOnSubscription(
  queries: Queries,
  { client_id: clientId, id }: Pick<StoredSubscription, 'client_id' | 'id'>,
  change: Updateable<SubscriptionTable>,
): Promise<void> {
  await queries.updateTable('subscription').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** Trials that end before an instant, whoever has them. */
export function trialsEndingBefore(queries: Queries, before: number, most: number): Promise<StoredSubscription[]> {
  return queries
    .selectFrom('subscription')
    .selectAll()
    .where('status', '=', 'trialing')
    .where('trial_end', '<', instant(before))
    .orderBy('trial_end')
    .limit(most)
    .execute()
}

/**
 * Months that are to be given back now. Each is put off at once, in case whoever works on it dies: for a minute, then twice as
 * long each time, up to about an hour.
 */
export function claimPlanRefunds(
  queries: Queries,
  { now, most }: { now: number; most: number },
): Promise<StoredSubscription[]> {
  return claimRows(queries, 'subscription', {
    where: sql<boolean>`refund_asked_at is not null and refunded_at is null and refund_next_at <= ${instant(now)}`,
    oldestBy: 'refund_next_at',
    most,
    change: sql`refund_next_at = ${instant(now)}::timestamptz + power(2, least(refund_attempts, 6)) * interval '1 minute',
      refund_attempts = refund_attempts + 1`,
  })
}

/** Those of some subscriptions that are here. */
export function subscriptionsAmong(
  queries: Queries,
  wanted: readonly { clientId: string; id: string }[],
): Promise<StoredSubscription[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return queries
    .selectFrom('subscription')
    .selectAll()
    .where('client_id', 'in', [...new Set(wanted.map(({ clientId }) => clientId))])
    .where(
      'id',
      'in',
      wanted.map(({ id }) => id),
    )
    .execute()
}

/** Which subscriptions are not over, of all clients. */
export async function allLiveSubscriptions(queries: Queries): Promise<{ clientId: string; id: string }[]> {
  const rows = await queries
    .selectFrom('subscription')
    .select(['client_id', 'id'])
    .where('status', 'in', liveStatuses)
    .execute()
  return rows.map(({ client_id: clientId, id }) => ({ clientId, id }))
}

/** The keys of a client's subscriptions that are not over. */
export async function liveSubscriptionIds(queries: Queries, clientId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('subscription')
    .select('id')
    .where('client_id', '=', clientId)
    .where('status', 'in', liveStatuses)
    .execute()
  return rows.map(({ id }) => id)
}
