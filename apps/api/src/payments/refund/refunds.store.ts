import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { type Selectable, sql } from 'kysely'
import { claimRows } from '../../database/claim-rows.ts'
import { instant, isDue } from '../../database/instant.ts'
import type { Queries, RefundTable } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'

/** A refund as it is stored; cents, instants in epoch milliseconds. */
export type StoredRefund = Selectable<RefundTable>

/** An undecided refund is asked about again after this. */
const askAgainMs = 10 * 60_000
/** The longest pause between two tries. */
const longestWaitMs = 64 * 60_000

/** Writes a refund before the provider is asked; its key is the provider's idempotency key. */
export async function insertRefund(
  queries: Queries,
  refund: {
    clientId: string
    id: string
    orderId: string
    paymentIntentId: string
    cents: number
    reason: string
    groupId?: string
    services?: readonly ServiceKey[]
    author?: string
    /** Given for a refund that the provider has made already. */
    providerId?: string
    now: number
  },
): Promise<void> {
  await queries
    .insertInto('refund')
    .values({
      client_id: refund.clientId,
      id: refund.id,
      order_id: refund.orderId,
      payment_intent_id: refund.paymentIntentId,
      cents: refund.cents,
      reason: refund.reason,
      status: 'created',
      provider_id: refund.providerId ?? null,
      group_id: refund.groupId ?? null,
      services: refund.services === undefined ? null : JSON.stringify(refund.services),
      author: refund.author ?? null,
      created_at: new Date(refund.now),
      next_at: new Date(refund.now),
    })
    .execute()
}

/** A client's refund by its key. */
export async function refundById(queries: Queries, clientId: string, id: string): Promise<StoredRefund | undefined> {
  if (!isUuid(id)) return undefined
  return queries
    .selectFrom('refund')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A client's refund by the provider's name of it. */
export async function refundOfProvider(
  queries: Queries,
  clientId: string,
  providerId: string,
): Promise<StoredRefund | undefined> {
  return queries
    .selectFrom('refund')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
}

/** All refunds of an order. */
export async function refundsOf(queries: Queries, clientId: string, orderId: string): Promise<StoredRefund[]> {
  return queries
    .selectFrom('refund')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/**
 * Refunds that the provider is still to be asked for, and those that it has not decided. Each is put off at once, in case the
 * asker dies: for a minute, then twice as long each time, up to about an hour.
 */
export function claimRefunds(queries: Queries, now: number): Promise<StoredRefund[]> {
  return claimRows(queries, 'refund', {
    where: sql<boolean>`status in ('created', 'pending') and ${isDue('next_at', { now, longestWaitMs })}`,
    oldestBy: 'next_at',
    most: 10,
    change: sql`next_at = ${instant(now)}::timestamptz + power(2, least(attempts, 6)) * interval '1 minute', attempts = attempts + 1`,
  })
}

/** Writes what the provider said of a refund. */
export async function noteRefund(
  queries: Queries,
  refund: StoredRefund,
  outcome: { status: RefundTable['status']; providerId: string | null; now: number },
): Promise<void> {
  await queries
    .updateTable('refund')
    .set({
      status: outcome.status,
      ...(outcome.providerId === null ? {} : { provider_id: outcome.providerId }),
      next_at: new Date(outcome.now + askAgainMs),
    })
    .where('client_id', '=', refund.client_id)
    .where('id', '=', refund.id)
    .execute()
}

/** Makes every refund that is not decided yet due now: whoever worked on some is gone. */
export async function takeOverRefunds(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('refund')
    .set({ next_at: new Date(now) })
    .where('status', 'in', ['created', 'pending'])
    .execute()
}
