import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import type { Queries } from '../../database/tables.ts'
import type { EntryKind } from '../ledger/ledger.store.ts'

/** The dispute of an entry; those of before it was kept say it by what they are known by. */
const disputeId = sql<string>`coalesce(data ->> 'dispute_id', replace(ref, 'won:', ''))`
const kinds = ['dispute', 'dispute_won', 'dispute_lost'] as const satisfies readonly EntryKind[]

/** What an entry of a dispute moved, in cents, and where the dispute stood then; entries of before did not say. */
interface DisputeEntry {
  kind: EntryKind
  status: unknown
  lines: { account: string; cents: number }[]
}

/** The entries of a dispute in the books of a client, oldest first, with their lines in cents; without those of a plan's credit. */
export async function disputeEntriesOf(
  queries: Queries,
  wanted: { clientId: string; disputeId: string },
): Promise<DisputeEntry[]> {
  const rows = await queries
    .selectFrom('ledger_entry')
    .innerJoin('ledger_line', (join) =>
      join
        .onRef('ledger_line.client_id', '=', 'ledger_entry.client_id')
        .onRef('ledger_line.entry_id', '=', 'ledger_entry.id'),
    )
    .select(['ledger_entry.id', 'kind', 'data', 'account', 'cents'])
    .where('ledger_entry.client_id', '=', wanted.clientId)
    .where('kind', 'in', kinds)
    .where(disputeId, '=', wanted.disputeId)
    .orderBy('ledger_entry.id')
    .execute()
  const entries = new Map<string, DisputeEntry>()
  for (const { id, kind, data, account, cents } of rows) {
    const entry = entries.get(id) ?? { kind: kind as EntryKind, status: data.status ?? null, lines: [] }
    entry.lines.push({ account, cents })
    entries.set(id, entry)
  }
  return [...entries.values()]
}

/** The disputes that froze an order's money since an instant (epoch milliseconds) and have not ended in the books. */
export async function undecidedDisputes(queries: Queries, since: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('ledger_entry')
    .innerJoin('ledger_line', (join) =>
      join
        .onRef('ledger_line.client_id', '=', 'ledger_entry.client_id')
        .onRef('ledger_line.entry_id', '=', 'ledger_entry.id'),
    )
    .select(disputeId.as('id'))
    .where('kind', 'in', kinds)
    .where('at', '>=', instant(since))
    .where('account', 'like', 'disputed:%')
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
    .where('kind', 'in', kinds)
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
  const rows = await queries
    .selectFrom('ledger_entry')
    .innerJoin('ledger_line', (join) =>
      join
        .onRef('ledger_line.client_id', '=', 'ledger_entry.client_id')
        .onRef('ledger_line.entry_id', '=', 'ledger_entry.id'),
    )
    .select(['ref', 'cents'])
    .where('ledger_entry.client_id', '=', clientId)
    .where('kind', 'in', kinds)
    .where((where) => where.or(refs.flatMap((ref) => [where('ref', '=', ref), where('ref', 'like', `${ref}:%`)])))
    .where('account', '=', `balance:${clientId}`)
    .execute()
  return { cents: rows.reduce((sum, { cents }) => sum + cents, 0), refs: rows.map(({ ref }) => ref) }
}
