import { type RawBuilder, sql } from 'kysely'
import { isSupportAddress } from '../clients/support-address.ts'
import { instant } from '../database/instant.ts'
import type { Queries } from '../database/tables.ts'
import type { HeldAddress } from '../outbox/held-address.ts'
import { allTreatments, type Emptied } from './treatments.ts'

/** A row as it is shown to its client: instants in ISO 8601, money in cents. */
export type ShownRow = Record<string, unknown>

/** All rows of a client that the download shows, by the name that they have there. */
export async function shownRows(queries: Queries, clientId: string): Promise<Record<string, ShownRow[]>> {
  const shown: Record<string, ShownRow[]> = {}
  for (const [table, { shown: how }] of allTreatments) {
    if (how === undefined) continue
    const without = ['client_id', ...(how.without ?? [])]
    const { rows } = await sql<{ row: ShownRow }>`
      select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t where t.client_id = ${clientId}
    `.execute(queries)
    const sorted = rows.map(({ row }) => row).toSorted(byKey)
    shown[how.as] = how.onlyOwnWords ? sorted.map(withoutWordsOfOthers) : sorted
  }
  return shown
}

/** Keys are made in the order of time, so the oldest comes first. */
const byKey = (one: ShownRow, other: ShownRow) => String(one.id).localeCompare(String(other.id))

/** Notes of others are not a client's to read, nor who of our people wrote them (CAB-08). */
const withoutWordsOfOthers = (row: ShownRow): ShownRow =>
  row.author === 'client' ? row : { ...row, author: String(row.author).split(':')[0], data: {} }

/** Clients whose wish to be deleted is due, the longest waiting first. */
export async function clientsToErase(queries: Queries, now: number, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('client')
    .select('id')
    .where('erase_at', '<=', instant(now))
    .where('erased_at', 'is', null)
    .orderBy('erase_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a client is still to be erased; with `lock`, nobody else changes them until the transaction ends. */
export async function clientToErase(
  queries: Queries,
  client: { clientId: string; now: number; lock?: boolean },
): Promise<{ phone: string | null; email: string | null } | undefined> {
  const found = queries
    .selectFrom('client')
    .select(['phone', 'email'])
    .where('id', '=', client.clientId)
    .where('erase_at', '<=', instant(client.now))
    .where('erased_at', 'is', null)
  return (client.lock === true ? found.forUpdate() : found).executeTakeFirst()
}

/** The keys of a client's objects in the bucket. */
export async function objectsOfClient(queries: Queries, clientId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('upload')
    .select(['object_key', 'kept_key'])
    .where('client_id', '=', clientId)
    .execute()
  return rows.flatMap(({ object_key, kept_key }) => [object_key, kept_key])
}

/** The client at the card provider. */
export async function cardCustomerOf(queries: Queries, clientId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('card_customer')
    .select('customer_id')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.customer_id
}

/**
 * Every address that a client has or had, each for the time when it was theirs: before and after, somebody else may have
 * had it. Never the one at which our people are told of all clients.
 */
export async function addressesOf(
  queries: Queries,
  clientId: string,
  settings: { supportEmail: string },
): Promise<HeldAddress[]> {
  const client = await queries
    .selectFrom('client')
    .select(['phone', 'email', 'created_at'])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (client === undefined) return []
  const changes = await queries
    .selectFrom('client_event')
    .select(['at', 'data'])
    .where('client_id', '=', clientId)
    .where('event', '=', 'email_changed')
    .orderBy('id')
    .execute()
  const held: HeldAddress[] = client.phone === null ? [] : [{ address: client.phone }]
  let from = client.created_at
  for (const { at, data } of changes) {
    if (typeof data.from === 'string') held.push({ address: data.from, from, until: at })
    from = at
  }
  if (client.email !== null) held.push({ address: client.email, from })
  return held.filter(({ address }) => !isSupportAddress(settings, address))
}

/** Erases what is personal: rows whole, or the personal columns of the payment records that stay (LAW-06). */
export async function eraseRows(queries: Queries, clientId: string, now: number): Promise<void> {
  for (const [table, { erased }] of allTreatments) {
    if (erased === 'whole') {
      await sql`delete from ${sql.table(table)} where client_id = ${clientId}`.execute(queries)
    } else if (erased.blank !== undefined) {
      const blanks = erased.blank.map(({ column, to }) => sql`${sql.ref(column)} = ${emptied(column, to)}`)
      await sql`update ${sql.table(table)} set ${sql.join(blanks)} where client_id = ${clientId}`.execute(queries)
    }
  }
  // Nobody is to be reminded of an order that nobody waits for.
  await queries
    .updateTable('client_order')
    .set({ declined: true })
    .where('client_id', '=', clientId)
    .where('paid_cents', '=', 0)
    .execute()
  await queries
    .updateTable('client')
    .set({
      phone: null,
      email: null,
      nickname: null,
      country: null,
      tags: [],
      experiments: '{}',
      preferences: '{}',
      erased_at: new Date(now),
    })
    .where('id', '=', clientId)
    .execute()
}

function emptied(column: string, to: Emptied): RawBuilder<unknown> {
  if (to === 'null') return sql`null`
  if (to === 'empty list') return sql`'[]'::jsonb`
  if (to === 'no keys') return sql`'{}'::jsonb`
  return sql`${sql.ref(column)} - ${[...to.withoutKeys]}::text[]`
}
