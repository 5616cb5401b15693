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

/** Cents of plan credit that this dispute moved, and the refs of those entries. */
export async function disputedCreditOf(
  queries: Queries,
  { clientId, disputeId: id }: { clientId: string; disputeId: string },
): Promise<{ cents: number; refs: string[] }> {
  const refs = [`credit-disputed:${id}`, `credit-dispute-won:${id}`]
  const rows = await entriesWithLines(queries)
    .select(['ref', 'cents'])
    .where('ledger_entry.client_id', '=', clientId)
    .where('kind', 'in', disputeKinds)
    .where((where) => where.or(refs.flatMap((ref) => [where('ref', '=', ref), where('ref', 'like', `${ref}:%`)])))
    .where('account', '=', accounts.balance(clientId))
    .execute()
  return { cents: rows.reduce((sum, { cents }) => sum + cents, 0), refs: rows.map(({ ref }) => ref) }
}

/** Whether the bank disputes or inquires about a payment of the order; tips and credits are then frozen. */
export async function isDisputed(queries: Queries, order: StoredOrder): Promise<boolean> {
  return (await sumOf(queries, order.client_id, accounts.disputed(order.id))) !== 0
}
