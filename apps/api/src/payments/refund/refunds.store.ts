import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { type Selectable, sql } from 'kysely'
import { claimRows, refundBackoff } from '../../database/claim-rows.ts'
import { isDue } from '../../database/instant.ts'
import { findRow, type NewRow } from '../../database/rows.ts'
import type { Queries, Tables } from '../../database/tables.ts'
import { isUuid, uuidv7 } from '../../database/uuid.ts'

/** A stored refund; cents, instants in epoch milliseconds. */
export type StoredRefund = Selectable<Tables['refund']>

/** Pause before an undecided refund is checked again. */
const askAgainMs = 10 * 60_000

/** Inserts a refund before the provider's call; its id is the idempotency key. */
export function insertRefund(
  queries: Queries,
  refund: Pick<NewRow<'refund'>, 'client_id' | 'order_id' | 'payment_intent_id' | 'cents' | 'reason'> & {
    group_id?: string
    services?: readonly ServiceKey[]
    author?: string
    /** Set for a refund that exists at the provider already. */
    provider_id?: string
    now: number
  },
): Promise<StoredRefund> {
  const { now, services, ...columns } = refund
  const at = { created_at: new Date(now), next_at: new Date(now) }
  return queries
    .insertInto('refund')
    .values({ ...columns, ...at, id: uuidv7(now), services: services && JSON.stringify(services), status: 'created' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A client's refund by id; undefined for a text that is no id. */
export async function refundById(queries: Queries, clientId: string, id: string): Promise<StoredRefund | undefined> {
  if (!isUuid(id)) return undefined
  return findRow(queries, 'refund', { client_id: clientId, id })
}

/** A client's refund by the provider's id. */
export async function refundOfProvider(queries: Queries, clientId: string, providerId: string) {
  return findRow(queries, 'refund', { client_id: clientId, provider_id: providerId })
}

/** Refunds of an order, oldest first. */
export async function refundsOf(queries: Queries, clientId: string, orderId: string): Promise<StoredRefund[]> {
  return queries
    .selectFrom('refund')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** Claims unsent and undecided refunds. Each backs off at once, in case its process dies. */
export function claimRefunds(queries: Queries, now: number): Promise<StoredRefund[]> {
  return claimRows(queries, 'refund', {
    where: sql<boolean>`status in ('created', 'pending') and ${isDue('next_at', { now, ...refundBackoff })}`,
    oldestBy: 'next_at',
    most: 10,
    change: sql`next_at = ${refundBackoff.nextAt('attempts', now)}, attempts = attempts + 1`,
  })
}

/** Refused refunds, and unanswered ones after `tries` tries, of one order or of all. */
export function refundsNotTaken(
  queries: Queries,
  tries: number,
  order?: { clientId: string; orderId: string },
): Promise<StoredRefund[]> {
  const refunds = queries.selectFrom('refund')
  const ofOrder =
    order === undefined
      ? refunds
      : refunds.where('client_id', '=', order.clientId).where('order_id', '=', order.orderId)
  return ofOrder
    .selectAll()
    .where(sql<boolean>`(status = 'failed' or status = 'created' and attempts >= ${tries})`)
    .orderBy('id')
    .execute()
}

/** Reasons of refunds that the product makes by itself. They return other money, so they cover no refused refund. */
const surplusReasons = ['surplus', 'second_tip', 'late_tip']

/** The refunds of some orders that the provider did not refuse, without returns of a surplus. */
export function refundsNotRefused(
  queries: Queries,
  orders: { clientIds: readonly string[]; orderIds: readonly string[] },
): Promise<StoredRefund[]> {
  return queries
    .selectFrom('refund')
    .selectAll()
    .where(sql<boolean>`client_id = any(${orders.clientIds}::uuid[])`)
    .where(sql<boolean>`order_id = any(${orders.orderIds}::uuid[])`)
    .where('status', '<>', 'failed')
    .where('reason', 'not in', surplusReasons)
    .execute()
}

/** Stores the provider's answer about a refund. */
export async function updateRefund(
  queries: Queries,
  refund: StoredRefund,
  outcome: { status: Tables['refund']['status']; providerId: string | null; now: number },
): Promise<void> {
  const { client_id, id } = refund
  const { status, providerId, now } = outcome
  const news = { status, provider_id: providerId ?? undefined, next_at: new Date(now + askAgainMs) }
  await queries.updateTable('refund').set(news).where('client_id', '=', client_id).where('id', '=', id).execute()
}

/** When the provider refused a refund, in epoch milliseconds: it is not checked again, so `next_at` stays. */
export const refusedAt = ({ next_at: nextAt }: StoredRefund): number => nextAt - askAgainMs

/** Makes every undecided refund due now: the process that claimed some is gone. */
export async function takeOverRefunds(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('refund')
    .set({ next_at: new Date(now) })
    .where('status', 'in', ['created', 'pending'])
    .execute()
}
