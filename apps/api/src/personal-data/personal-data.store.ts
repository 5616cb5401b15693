import { type RawBuilder, sql } from 'kysely'
import { isSupportAddress } from '../accounts/support-address.ts'
import { instant } from '../database/instant.ts'
import { findRow, findRows, until, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import type { DatedAddress } from '../outbox/opt-out/dated-address.ts'
import { allTreatments, type Emptied, type Shown } from './treatments.ts'

/** A row as it is shown to its client: instants in ISO 8601, money in cents. */
export type ShownRow = Record<string, unknown>

/** Rows that are read at a time: as many as may be in memory for each download under way. */
const rowsAtATime = 8

/**
 * The rows of a client in one table, as the download shows them: a few at a time, each in a statement of its own, so that
 * neither memory nor a connection is held by whoever reads slowly (SAFE-07). Keys are made in the order of time, so the
 * oldest comes first.
 */
export async function* shownRows(
  queries: Queries,
  { clientId, table, how }: { clientId: string; table: string; how: Shown },
): AsyncGenerator<ShownRow[]> {
  const without = ['client_id', ...(how.without ?? [])]
  const key = sql.join(how.by.map((column) => sql.ref(column)))
  let last: ShownRow | undefined
  do {
    const after = last === undefined ? sql`` : sql`and (${key}) > (${sql.join(how.by.map((column) => last?.[column]))})`
    const { rows } = await sql<{ row: ShownRow }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where t.client_id = ${clientId} ${after}
      ${how.by.length === 0 ? sql`` : sql`order by ${key}`} limit ${sql.lit(rowsAtATime)}
    `.execute(queries)
    const shown = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))),
    )
    if (shown.length > 0) yield how.onlyOwnWords ? shown.map(withoutWordsOfOthers) : shown
    last = rows.length < rowsAtATime || how.by.length === 0 ? undefined : rows.at(-1)?.row
  } while (last !== undefined)
}

/** Notes of others are not a client's to read, nor who of our people wrote them (CAB-08). */
const withoutWordsOfOthers = (row: ShownRow): ShownRow =>
  row.author === 'client' ? row : { ...row, author: String(row.author).split(':')[0], data: {} }

/** Clients whose wish to be deleted is due, the longest waiting first. */
export async function clientsToErase(queries: Queries, now: number, most: number): Promise<string[]> {
  const rows = await findRows(queries, 'client', { erase_at: until(now), erased_at: null }, { by: ['erase_at'], most })
  return rows.map(({ id }) => id)
}

/** Whether a client is still to be erased; with `lock`, nobody else changes them until the transaction ends. */
export async function clientToErase(
  queries: Queries,
  { clientId, now, lock = false }: { clientId: string; now: number; lock?: boolean },
) {
  return findRow(queries, 'client', { id: clientId, erase_at: until(now), erased_at: null }, { lock })
}

/** Clients whose account is erased within a time (milliseconds) and who were not reminded of it. */
export async function clientsToRemind(
  queries: Queries,
  { now, within, most }: { now: number; within: number; most: number },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('client')
    .select('id')
    .where(isToRemind(now, within))
    .orderBy('erase_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** A wish that was taken back and came again is another one: it is reminded of anew. */
const isToRemind = (now: number, within: number) => sql<boolean>`
  erased_at is null and erase_at > ${instant(now)} and erase_at <= ${instant(now + within)}
  and (erase_reminded_at is null or erase_reminded_at < erase_at - ${within / 1000} * interval '1 second')`

/** Notes that a client is reminded now, if nobody has yet; answers whom, locked until the transaction ends. */
export async function takeReminder(
  queries: Queries,
  { clientId, now, within }: { clientId: string; now: number; within: number },
): Promise<{ id: string; email: string | null; phone: string | null; erase_at: number } | undefined> {
  const row = await queries
    .updateTable('client')
    .set({ erase_reminded_at: new Date(now) })
    .where('id', '=', clientId)
    .where(isToRemind(now, within))
    .returning(['id', 'email', 'phone', 'erase_at'])
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, erase_at: row.erase_at as number }
}

/** Makes the erasure of those among some accounts due that are not erased; answers how many they are. */
export async function makeErasureDue(queries: Queries, ids: readonly string[], now: number): Promise<number> {
  const rows = await queries
    .updateTable('client')
    .set({ erase_at: new Date(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('erased_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** The keys of a client's objects in the bucket. */
export async function objectsOfClient(queries: Queries, clientId: string): Promise<string[]> {
  const rows = await findRows(queries, 'upload', { client_id: clientId })
  return rows.flatMap(({ object_key, kept_key }) => [object_key, kept_key])
}

/**
 * Every address that a client has or had, each for the time when it was theirs: before and after, somebody else may have
 * had it. Never the one at which our people are told of all clients.
 */
export async function addressesOf(
  queries: Queries,
  clientId: string,
  settings: { supportEmail: string },
): Promise<DatedAddress[]> {
  const client = await findRow(queries, 'client', { id: clientId })
  if (client === undefined) return []
  const changed = { client_id: clientId, event: 'email_changed' } as const
  const changes = await findRows(queries, 'client_event', changed, { by: ['id'] })
  const held: DatedAddress[] = client.phone === null ? [] : [{ address: client.phone }]
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
  await updateRows(queries, 'client_order', { client_id: clientId, paid_cents: 0 }, { declined: true })
  await updateRows(
    queries,
    'client',
    { id: clientId },
    {
      phone: null,
      email: null,
      nickname: null,
      country: null,
      tags: [],
      experiments: '{}',
      preferences: '{}',
      erased_at: new Date(now),
    },
  )
}

function emptied(column: string, to: Emptied): RawBuilder<unknown> {
  if (to === 'null') return sql`null`
  if (to === 'empty list') return sql`'[]'::jsonb`
  if (to === 'no keys') return sql`'{}'::jsonb`
  return sql`${sql.ref(column)} - ${[...to.withoutKeys]}::text[]`
}
