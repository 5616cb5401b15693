import { liveStatuses } from '@nerdify/domain/plans/subscription-status.ts'
import { type Selectable, sql } from 'kysely'
import { claimRows } from '../database/claim-rows.ts'
import { instant } from '../database/instant.ts'
import { before, findRow, findRows, type NewRow, type RowChange, updateRows } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** A subscription as it was last heard of; cents, instants in epoch milliseconds. */
export type StoredSubscription = Selectable<Tables['subscription']>

/** A client's subscriptions, the newest first. */
export function subscriptionsOf(queries: Queries, clientId: string): Promise<StoredSubscription[]> {
  return findRows(queries, 'subscription', { client_id: clientId }, { by: ['started_at', 'id'], lastFirst: true })
}

/** One subscription of a client. */
export function subscriptionOfClient(queries: Queries, clientId: string, id: string) {
  return findRow(queries, 'subscription', { client_id: clientId, id })
}

/** Writes a subscription as it is now. */
export async function keepSubscription(queries: Queries, row: NewRow<'subscription'>): Promise<void> {
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
  change: RowChange<'subscription'>,
): Promise<void> {
  await updateRows(queries, 'subscription', { client_id: clientId, id }, change)
}

/** Trials that end before an instant (epoch milliseconds), whoever has them. */
export function trialsEndingBefore(queries: Queries, at: number, most: number): Promise<StoredSubscription[]> {
  const ending = { status: 'trialing', trial_end: before(at) } as const
  return findRows(queries, 'subscription', ending, { by: ['trial_end'], most })
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
  return findRows(queries, 'subscription', {
    client_id: [...new Set(wanted.map(({ clientId }) => clientId))],
    id: wanted.map(({ id }) => id),
  })
}

/** Which subscriptions are not over, of all clients. */
export async function allLiveSubscriptions(queries: Queries): Promise<{ clientId: string; id: string }[]> {
  const rows = await findRows(queries, 'subscription', { status: liveStatuses })
  return rows.map(({ client_id: clientId, id }) => ({ clientId, id }))
}

/** The keys of a client's subscriptions that are not over. */
export async function liveSubscriptionIds(queries: Queries, clientId: string): Promise<string[]> {
  return (await findRows(queries, 'subscription', { client_id: clientId, status: liveStatuses })).map(({ id }) => id)
}
