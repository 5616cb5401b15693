import { type Selectable, sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { Queries, RefundTable } from '../database/tables.ts'

/** A refund as it is stored; cents, instants in epoch milliseconds. */
export type StoredRefund = Selectable<RefundTable>

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
      provider_id: null,
      created_at: new Date(refund.now),
      next_at: new Date(refund.now),
    })
    .execute()
}

/** Refunds that the provider is still to be asked for; each is put off until `until`, in case the asker dies. */
export async function claimRefunds(queries: Queries, now: number, until: number): Promise<StoredRefund[]> {
  const due = queries
    .selectFrom('refund')
    .select('id')
    .where('status', '=', 'created')
    .where('next_at', '<=', instant(now))
    .orderBy('next_at')
    .limit(10)
    .forUpdate()
    .skipLocked()
  return queries
    .updateTable('refund')
    .set({ next_at: new Date(until), attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Writes what the provider said of a refund. */
export async function noteRefund(
  queries: Queries,
  refund: StoredRefund,
  outcome: { status: RefundTable['status']; providerId: string },
): Promise<void> {
  await queries
    .updateTable('refund')
    .set({ status: outcome.status, provider_id: outcome.providerId })
    .where('client_id', '=', refund.client_id)
    .where('id', '=', refund.id)
    .execute()
}
