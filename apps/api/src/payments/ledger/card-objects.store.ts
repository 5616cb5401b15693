import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import type { Queries } from '../../database/tables.ts'
import type { EntryKind } from '../../database/entry-kinds.ts'
import { accounts, entriesWithLines } from './ledger.store.ts'

/** The provider's id of the payment, refund or dispute that an entry is about; a reversed refund is the same object. */
const objectId = sql<string>`coalesce(data ->> 'dispute_id', regexp_replace(ref, '^failed:', ''))`

const cardLines = (queries: Queries) =>
  entriesWithLines(queries).where('account', '=', accounts.gateway).where('ledger_line.cents', '<>', 0)

/** Ids of the provider's objects that moved money on cards between two instants (epoch milliseconds). */
export async function cardObjectsBetween(
  queries: Queries,
  { from, until }: { from: number; until: number },
): Promise<string[]> {
  const rows = await cardLines(queries)
    .select(objectId.as('id'))
    .distinct()
    .where('at', '>=', instant(from))
    .where('at', '<', instant(until))
    .execute()
  return rows.map(({ id }) => id)
}

/** Everything that the books have of an object of the provider. */
interface BookedObject {
  id: string
  /** The kind of its first entry. */
  kind: EntryKind
  /** The instant of its first entry, in epoch milliseconds. */
  at: number
  /** The sum of its lines on the card provider's account. */
  cents: number
}

/** The booked ones among these objects of the provider. */
export async function bookedCardObjects(queries: Queries, ids: readonly string[]): Promise<BookedObject[]> {
  if (ids.length === 0) return []
  const refs = ids.flatMap((id) => [id, `failed:${id}`])
  const found = queries
    .selectFrom('ledger_ref')
    .select(['client_id', 'entry_id'])
    .where('ref', 'in', refs)
    .union(
      queries
        .selectFrom('ledger_entry')
        .select(['client_id', 'id as entry_id'])
        .where(sql<string>`data ->> 'dispute_id'`, 'in', ids),
    )
  const rows = await cardLines(queries)
    .innerJoin(found.as('found'), (join) =>
      join.onRef('found.client_id', '=', 'ledger_entry.client_id').onRef('found.entry_id', '=', 'ledger_entry.id'),
    )
    .select(objectId.as('id'))
    .select(sql<EntryKind>`(array_agg(kind order by ledger_entry.id))[1]`.as('kind'))
    .select(sql<number>`min(at)`.as('at'))
    .select(sql<number>`sum(ledger_line.cents)::bigint`.as('cents'))
    .groupBy(objectId)
    .execute()
  return rows.map(({ id, kind, at, cents }) => ({ id, kind, at: Number(at), cents: Number(cents) }))
}
