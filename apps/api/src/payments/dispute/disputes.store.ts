import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import type { Queries } from '../../database/tables.ts'
import {
  accounts,
  entriesFrom,
  entriesWithLines,
  type EntryKind,
  type StoredEntry,
  sumOf,
} from '../ledger/ledger.store.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'

/** The dispute of an entry; those of before it was kept say it by what they are known by. */
const disputeId = sql<string>`coalesce(data ->> 'dispute_id', replace(ref, 'won:', ''))`
/** The kinds of entries that disputes make. */
export const disputeKinds = ['dispute', 'dispute_won', 'dispute_lost'] as const satisfies readonly EntryKind[]

/**
 * The entries of a dispute in the books of a client, oldest first, with their lines in cents; without those of a plan's
 * credit.
 */
export async function disputeEntriesOf(
  queries: Queries,
  wanted: { clientId: string; disputeId: string },
): Promise<StoredEntry[]> {
  const rows = await entriesWithLines(queries)
    .select(['ledger_entry.id', 'kind', 'ref', 'at', 'data', 'account', 'cents'])
    .where('ledger_entry.client_id', '=', wanted.clientId)
    .where('kind', 'in', disputeKinds)
    .where(disputeId, '=', wanted.disputeId)
    .orderBy('ledger_entry.id')
    .execute()
  return entriesFrom(rows)
}

/** The disputes that froze an order's money since an instant (epoch milliseconds) and have not ended in the books. */
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

/** How many entries a dispute has made, of whichever client. */
export async function countDisputeEntries(queries: Queries, id: string): Promise<number> {
  const { count } = await queries
    .selectFrom('ledger_entry')
    .select((entry) => entry.fn.countAll<number>().as('count'))
    .where('kind', 'in', disputeKinds)
    .where(disputeId, '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What disputes moved of the credit of a month for this one, in cents, and what those entries are known by. */
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

/** Whether a payment of the order is disputed at the bank, or asked about: its tips and credit are frozen until that ends. */
export async function isDisputed(queries: Queries, order: StoredOrder): Promise<boolean> {
  return (await sumOf(queries, order.client_id, accounts.disputed(order.id))) !== 0
}
