import { sql } from 'kysely'
import { deleteRows, insertInto, until, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Keeps a text for staff to answer; its client is null for an unknown number. */
export const insertText = insertInto('text_received')

/** What somebody wrote to us and waits for an answer to; instants in epoch milliseconds. */
export interface Unanswered {
  /** The key of the newest of what they wrote, by which it is answered. */
  id: string
  /** That of the first. */
  firstId: string
  /** Null for a client without one. */
  phone: string | null
  /** Null for an unknown number, and where the sender is not proved. */
  clientId: string | null
  /** Whether the client's session or phone sent it; else number and address are only typed (MSG-01). */
  proved: boolean
  /** When they wrote the first of it. */
  since: number
  /** All of it, oldest first; null where they left a number alone. */
  words: string | null
  /** Of a conversation: its address for staff, the client's name, and its order with who took it; null for the general one. */
  conversation?: {
    address: string
    name: string
    order: { id: string; taken_by: string | null; taken_at: number | null } | null
  }
}

/** The statement of {@link unansweredMessages}: by the indexes of what has no answer, of which there is little. */
export const unanswered = sql<Unanswered>`
    select phone, proved, (array_agg(id order by at desc, id desc))[1] as id, (array_agg(id order by at, id))[1] as "firstId",
      (array_agg(client_id order by at desc))[1] as "clientId",
      (extract(epoch from min(at)) * 1000)::float8 as since, nullif(string_agg(nullif(body, ''), e'\n' order by at, id), '') as words
    from (select phone, signed_in as proved, id, case when signed_in then client_id end as client_id, at,
          case when from_number is null then body end as body from contact_request
        where answered_at is null
      union all select phone, true, id, client_id, at, body from text_received where answered_at is null) as message
    group by phone, proved order by since, phone`

/** Contact requests and texts without an answer, oldest first; those of one phone together, the unproved ones apart. */
export async function unansweredMessages(queries: Queries): Promise<Unanswered[]> {
  return (await unanswered.execute(queries)).rows
}

/** The sender of a message, and when it was sent. */
interface Sending {
  phone: string
  proved: boolean
  at: number
}

/** Who sent a message, and when; undefined for an unknown key. */
export async function sendingOf(queries: Queries, id: string): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    select phone, signed_in as proved, (extract(epoch from at) * 1000)::float8 as at from contact_request where id = ${id}
    union all select phone, true, (extract(epoch from at) * 1000)::float8 from text_received where id = ${id}`.execute(
    queries,
  )
  return rows[0]
}

/** Deletes what phones wrote that nobody had then: it belongs to no account, and would stay (LAW-06). */
export async function deleteTextsOfNobody(queries: Queries, phones: readonly string[]): Promise<void> {
  await deleteRows(queries, 'text_received', { client_id: null, phone: phones })
}

/** Notes that what a sender wrote until `at` is answered. */
export async function noteAnswered(queries: Queries, { phone, proved, at }: Sending, now: number): Promise<void> {
  const written = { phone, answered_at: null, at: until(at) }
  const answered = { answered_at: new Date(now) }
  await updateRows(queries, 'contact_request', { ...written, signed_in: proved }, answered)
  if (proved) await updateRows(queries, 'text_received', written, answered)
}
