import { liveStatuses } from '@nerdify/domain/plans/subscription-status.ts'
import { type Selectable, sql } from 'kysely'
import { claimRows, refundBackoff } from '../database/claim-rows.ts'
import { instant, isDue } from '../database/instant.ts'
import { findRow, type NewRow, type RowChange } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** The stored copy of a subscription; cents, instants in epoch milliseconds. */
export type StoredSubscription = Selectable<Tables['subscription']>

/** A client's subscriptions, newest first. */
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
export function subscriptionOfClient(queries: Queries, clientId: string, id: string) {
  return findRow(queries, 'subscription', { client_id: clientId, id })
}

/** Stores the current state of a subscription. */
export async function keepSubscription(queries: Queries, row: NewRow<'subscription'>): Promise<void> {
  const { client_id: _client, id: _id, started_at: _startedAt, ...now } = row
  await queries
    .insertInto('subscription')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(now))
    .execute()
}

/** Changes our own columns of a subscription. */
export async function noteOnSubscription(
  queries: Queries,
  { client_id: clientId, id }: Pick<StoredSubscription, 'client_id' | 'id'>,
  change: RowChange<'subscription'>,
): Promise<void> {
  await queries.updateTable('subscription').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** Trials of all clients that become paid before an instant (epoch milliseconds). */
export function trialsEndingBefore(queries: Queries, at: number): Promise<StoredSubscription[]> {
  return queries
    .selectFrom('subscription')
    .selectAll()
    .where('status', '=', 'trialing')
    .where('cancel_at_period_end', '=', false)
    .where('trial_end', '<', instant(at))
    .orderBy('trial_end')
    .execute()
}

/** Claims due month refunds. Each backs off at once, in case its process dies. */
export function claimPlanRefunds(
  queries: Queries,
  { now, most }: { now: number; most: number },
): Promise<StoredSubscription[]> {
  return claimRows(queries, 'subscription', {
    where: sql<boolean>`refund_asked_at is not null and refunded_at is null
      and ${isDue('refund_next_at', { now, ...refundBackoff })}`,
    oldestBy: 'refund_next_at',
    most,
    change: sql`refund_next_at = ${refundBackoff.nextAt('refund_attempts', now)},
      refund_attempts = refund_attempts + 1`,
  })
}

/** The stored subscriptions among `wanted`. */
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

/** The current subscriptions of all clients. */
export async function allLiveSubscriptions(queries: Queries): Promise<{ clientId: string; id: string }[]> {
  const rows = await queries.selectFrom('subscription').selectAll().where('status', 'in', liveStatuses).execute()
  return rows.map(({ client_id: clientId, id }) => ({ clientId, id }))
}

/** The keys of a client's current subscriptions. */
export async function liveSubscriptionIds(queries: Queries, clientId: string): Promise<string[]> {
  return (
    await queries
      .selectFrom('subscription')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('status', 'in', liveStatuses)
      .execute()
  ).map(({ id }) => id)
}

/** A visit to the provider's page; instants in epoch milliseconds. */
export type StoredCheckout = Selectable<Tables['subscription_checkout']>

/** The open visit of a client of one kind; there is at most one. */
export function openCheckoutOf(queries: Queries, clientId: string, kind: StoredCheckout['kind']) {
  return findRow(queries, 'subscription_checkout', { client_id: clientId, kind, status: 'open' })
}

/** One visit of a client. */
export function checkoutOfClient(queries: Queries, clientId: string, id: string): Promise<StoredCheckout | undefined> {
  return findRow(queries, 'subscription_checkout', { client_id: clientId, id })
}

/** Inserts a visit before the provider's page is requested. */
export function insertCheckout(queries: Queries, row: NewRow<'subscription_checkout'>): Promise<StoredCheckout> {
  return queries.insertInto('subscription_checkout').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Records the provider's session of a visit, or its end. */
export async function noteCheckout(
  queries: Queries,
  { client_id: clientId, id }: StoredCheckout,
  change: { session_id: string } | { status: 'complete' | 'expired' },
): Promise<void> {
  await queries
    .updateTable('subscription_checkout')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** The evidence of a trial: the account, or a keyed hash of a phone, an e-mail or a card. */
export type TrialMark = Pick<Tables['trial_use'], 'kind' | 'mark'>

/** Whether one of these marks had a trial, other than by this subscription. */
export async function isTrialUsed(
  queries: Queries,
  marks: readonly TrialMark[],
  exceptSubscription?: string,
): Promise<boolean> {
  const found = await queries
    .selectFrom('trial_use')
    .select('subscription_id')
    .where((where) => where.or(marks.map(({ kind, mark }) => where.and({ kind, mark }))))
    .execute()
  return found.some(({ subscription_id: id }) => id !== exceptSubscription)
}

/**
 * Claims a trial for these marks; false, without a write, if one of them has had another. Concurrent claims with one
 * card wait for each other, and one gets false (abuse 22).
 */
export async function claimTrialUses(
  queries: Queries,
  marks: readonly TrialMark[],
  use: { clientId: string; subscriptionId: string; now: number },
): Promise<boolean> {
  // Insert first: only after writing is it certain that no other transaction is about to.
  const inserted = await queries
    .insertInto('trial_use')
    .values(
      marks.map((mark) => ({
        ...mark,
        client_id: use.clientId,
        subscription_id: use.subscriptionId,
        at: new Date(use.now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['kind', 'mark'])
    .execute()
  if (!(await isTrialUsed(queries, marks, use.subscriptionId))) return true
  if (inserted.length > 0) {
    await queries
      .deleteFrom('trial_use')
      .where((where) => where.or(inserted.map(({ kind, mark }) => where.and({ kind, mark }))))
      .execute()
  }
  return false
}
