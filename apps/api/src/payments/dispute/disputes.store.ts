import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import type { Queries } from '../../database/tables.ts'
import type { EntryKind } from '../../database/entry-kinds.ts'
import { accounts, entriesFrom, entriesWithLines, type StoredEntry, sumOf } from '../ledger/ledger.store.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'

const disputeId = sql<string>`data ->> 'dispute_id'`
/** Entry kinds of disputes. */
export const disputeKinds = ['dispute', 'dispute_won', 'dispute_lost'] as const satisfies readonly EntryKind[]
export type DisputeKind = (typeof disputeKinds)[number]

/** Whether a dispute made the entry. */
export const isOfDispute = (entry: StoredEntry): entry is StoredEntry<DisputeKind> =>
  disputeKinds.some((kind) => kind === entry.kind)

/** A client's entries of a dispute with their lines in cents, oldest first; without those that move a plan's credit. */
export async function disputeEntriesOf(
  queries: Queries,
  wanted: { clientId: string; disputeId: string },
): Promise<StoredEntry<DisputeKind>[]> {
  const rows = await entriesWithLines(queries)
    .select(['ledger_entry.id', 'kind', 'ref', 'at', 'data', 'account', 'cents'])
    .where('ledger_entry.client_id', '=', wanted.clientId)
    .where('kind', 'in', disputeKinds)
    .where(disputeId, '=', wanted.disputeId)
    .orderBy('ledger_entry.id')
    .execute()
  return entriesFrom(rows)
}

/**
 * Ids of disputes that froze an order's money since an instant (epoch milliseconds) and are still open in the books.
 */
export async function undecidedDisputes(queries: Queries, since: number): Promise<string[]> {
  const rows = await entriesWithLines(queries)
    .select(disputeId.as('id'))
    .where('kind', 'in', disputeKinds)
    .where('at', '>=', instant(since))
    .where('account', 'like', `${accounts.disputed('')}%`)
    .groupBy(disputeId)
    .having((line) => line.fn.sum('cents'), '!=', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** Number of a dispute's entries across all clients. */
export async function countDisputeEntries(queries: Queries, id: string): Promise<number> {
  const { count } = await queries
    .selectFrom('ledger_entry')
    .select((entry) => entry.fn.countAll<number>().as('count'))
    .where('kind', 'in', disputeKinds)
    .where(disputeId, '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Refs of the entries by which this dispute moved a plan's credit. */
export async function creditRefsOf(
  queries: Queries,
  { clientId, disputeId: id }: { clientId: string; disputeId: string },
): Promise<string[]> {
  const refs = [`credit-disputed:${id}`, `credit-dispute-won:${id}`]
  const rows = await queries
    .selectFrom('ledger_entry')
    .select('ref')
    .where('client_id', '=', clientId)
    .where('kind', 'in', disputeKinds)
    .where((where) => where.or(refs.flatMap((ref) => [where('ref', '=', ref), where('ref', 'like', `${ref}:%`)])))
    .execute()
  return rows.map(({ ref }) => ref)
}

/** The last booked status of each dispute of a plan's month. */
export async function disputesOfMonth(
  queries: Queries,
  { clientId, invoiceId }: { clientId: string; invoiceId: string },
): Promise<ReadonlyMap<string, DisputeStatus>> {
  const rows = await queries
    .selectFrom('ledger_entry')
    .select([disputeId.as('id'), sql<DisputeStatus>`data ->> 'status'`.as('status')])
    .where('client_id', '=', clientId)
    .where('kind', 'in', disputeKinds)
    .where(sql<boolean>`data ->> 'invoice_id' = ${invoiceId} and data ->> 'status' is not null`)
    .orderBy('ledger_entry.id')
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Whether the bank disputes or inquires about a payment of the order; tips and credits are then frozen. */
export async function isDisputed(queries: Queries, order: StoredOrder): Promise<boolean> {
  return (await sumOf(queries, order.client_id, accounts.disputed(order.id))) !== 0
}
