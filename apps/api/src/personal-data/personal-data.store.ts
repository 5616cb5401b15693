import { type RawBuilder, sql } from 'kysely'
import { isSupportAddress } from '../accounts/support-address.ts'
import { instant } from '../database/instant.ts'
import { findRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import type { DatedAddress } from '../outbox/opt-out/dated-address.ts'
import { allTreatments, type Emptied, type Shown, type ShownRow } from './treatments.ts'

/** Rows per read: the memory of each running download. */
const rowsAtATime = 8

/**
 * The rows of a client in one table, as the download shows them: a few at a time, each batch in its own statement, so
 * that a slow reader holds neither memory nor a connection (SAFE-07). Ids are ordered by time, so the oldest comes
 * first.
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
    const shown = rows
      .filter(({ row }) => how.onlyIf?.(row) ?? true)
      .map(({ row }) => Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))))
    if (shown.length > 0) yield shown.map((row) => withoutWordsForStaff(row, how))
    last = rows.length < rowsAtATime || how.by.length === 0 ? undefined : rows.at(-1)?.row
  } while (last !== undefined)
}

/** Hides the names of staff, other authors' notes, and reasons for staff from the client (CAB-08, OPS-11). */
function withoutWordsForStaff(row: ShownRow, { onlyOwnWords, withoutReasonOf }: Shown): ShownRow {
  const shown = typeof row.author === 'string' ? { ...row, author: row.author.split(':')[0] } : row
  if (onlyOwnWords && row.author !== 'client') return { ...shown, data: {} }
  if (!withoutReasonOf?.some((kind) => kind === row.kind)) return shown
  const { reason: _forStaff, ...data } = row.data as { reason?: string }
  return { ...shown, data }
}

/** Clients whose erasure is due, longest waiting first. */
export async function clientsToErase(queries: Queries, now: number, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('client')
    .selectAll()
    .where('erase_at', '<=', instant(now))
    .where('erased_at', 'is', null)
    .orderBy('erase_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a client is still to be erased; `lock` locks the row until the transaction ends. */
export async function clientToErase(
  queries: Queries,
  { clientId, now, lock = false }: { clientId: string; now: number; lock?: boolean },
) {
  const due = queries
    .selectFrom('client')
    .selectAll()
    .where('id', '=', clientId)
    .where('erase_at', '<=', instant(now))
    .where('erased_at', 'is', null)
  return (lock ? due.forUpdate() : due).executeTakeFirst()
}

/** Clients who are erased within a time (milliseconds) and have not been reminded. */
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

/** A new request after a cancellation gets a reminder of its own. */
const isToRemind = (now: number, within: number) => sql<boolean>`
  erased_at is null and erase_at > ${instant(now)} and erase_at <= ${instant(now + within)}
  and (erase_reminded_at is null or erase_reminded_at < erase_at - ${within / 1000} * interval '1 second')`

/** Claims a client's reminder at `now`, unless another process has; returns the locked client. */
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

/** Makes the erasure of those accounts that exist due; returns their number. */
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
  const rows = await queries.selectFrom('upload').selectAll().where('client_id', '=', clientId).execute()
  return rows.flatMap(({ object_key, kept_key }) => [object_key, kept_key])
}

/**
 * Every address that a client has or had, each with the time it was theirs: before and after, another account may have
 * had it. Never the staff mailbox.
 */
export async function addressesOf(
  queries: Queries,
  clientId: string,
  settings: { supportEmail: string },
): Promise<DatedAddress[]> {
  const client = await findRow(queries, 'client', { id: clientId })
  if (client === undefined) return []

  const changes = await queries
    .selectFrom('client_event')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('event', 'in', ['email_changed', 'phone_changed'])
    .orderBy('id')
    .execute()
  const addresses: DatedAddress[] = []
  // A first phone may have got messages before the account.
  const since: { [kind: string]: number | undefined } = { email_changed: client.created_at }
  for (const { at, event, data } of changes) {
    if (data.from != null) addresses.push(dated(data.from, since[event], at))
    since[event] = at
  }
  if (client.phone !== null) addresses.push(dated(client.phone, since['phone_changed']))
  if (client.email !== null) addresses.push(dated(client.email, since['email_changed']))
  return addresses.filter(({ address }) => !isSupportAddress(settings, address))
}

/**
 * The addresses that a client typed, confirmed or not (SAFE-02). An unconfirmed one may be another account's: only mails
 * about the client are the client's.
 */
export async function typedAddressesOf(
  queries: Queries,
  clientId: string,
  settings: { supportEmail: string },
): Promise<DatedAddress[]> {
  const wishes = await queries
    .selectFrom('email_change')
    .select('to_email')
    .distinct()
    .where('client_id', '=', clientId)
    .execute()
  return wishes
    .filter(({ to_email: address }) => !isSupportAddress(settings, address))
    .map(({ to_email: address }) => ({ address, client: clientId }))
}

const dated = (address: string, from?: number, end?: number): DatedAddress => ({
  address,
  ...(from !== undefined && { from }),
  ...(end !== undefined && { until: end }),
})

/** Erases personal data: whole rows, or the personal columns of the payment records that stay (LAW-06). */
export async function eraseRows(queries: Queries, clientId: string, now: number): Promise<void> {
  for (const [table, { erased }] of allTreatments) {
    if (erased === 'whole') {
      await sql`delete from ${sql.table(table)} where client_id = ${clientId}`.execute(queries)
    } else if (erased.blank !== undefined) {
      const blanks = erased.blank.map(({ column, to }) => sql`${sql.ref(column)} = ${emptied(column, to)}`)
      await sql`update ${sql.table(table)} set ${sql.join(blanks)} where client_id = ${clientId}`.execute(queries)
    }
  }
  // Stops reminders of orders that the client no longer wants, and later payments of those that are not in work (PAY-07).
  await queries
    .updateTable('client_order')
    .set({ declined: true })
    .where('client_id', '=', clientId)
    .where((order) => order.or([order('paid_cents', '=', 0), order('client_status', 'is', null)]))
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
