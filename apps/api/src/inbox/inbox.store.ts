import { sql } from 'kysely'
import { deleteRows, insertInto, until, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Keeps a text that our people are to answer; its client is null for a number that is nobody's. */
export const insertText = insertInto('text_received')

/** What somebody wrote to us and waits for an answer to; instants in epoch milliseconds. */
export interface Unanswered {
  /** The key of the newest of what they wrote, by which it is answered. */
  id: string
  /** That of the first. */
  firstId: string
  phone: string
  clientId: string | null
  /** When they wrote the first of it. */
  since: number
  /** All of it, oldest first; null where they left a number alone. */
  words: string | null
}

/** The statement of {@link unansweredMessages}: by the indexes of what has no answer, of which there is little. */
export const unanswered = sql<Unanswered>`
    select phone, (array_agg(id order by at desc, id desc))[1] as id, (array_agg(id order by at, id))[1] as "firstId",
      (array_agg(client_id order by at desc))[1] as "clientId",
      (extract(epoch from min(at)) * 1000)::float8 as since, nullif(string_agg(nullif(body, ''), e'\n' order by at, id), '') as words
    from (select phone, id, client_id, at, case when from_number is null then body end as body from contact_request
        where answered_at is null
      union all select phone, id, client_id, at, body from text_received where answered_at is null) as message
    group by phone order by since, phone`

/** Contact requests and texts without an answer, those of one phone together, who waits longest in front. */
export async function unansweredMessages(queries: Queries): Promise<Unanswered[]> {
  return (await unanswered.execute(queries)).rows
}

/** The phone that something was written from, and when; nothing of an unknown key. */
export async function writtenBy(queries: Queries, id: string): Promise<{ phone: string; at: number } | undefined> {
  const { rows } = await sql<{ phone: string; at: number }>`
    select phone, (extract(epoch from at) * 1000)::float8 as at from contact_request where id = ${id}
    union all select phone, (extract(epoch from at) * 1000)::float8 from text_received where id = ${id}`.execute(
    queries,
  )
  return rows[0]
}

/** Deletes what phones wrote that nobody had then: it belongs to no account, and would stay (LAW-06). */
export async function deleteTextsOfNobody(queries: Queries, phones: readonly string[]): Promise<void> {
  await deleteRows(queries, 'text_received', { client_id: null, phone: phones })
}

/** Notes that what a phone wrote until some instant is answered. */
export async function noteAnswered(
  queries: Queries,
  { phone, until: last, now }: { phone: string; until: number; now: number },
): Promise<void> {
  for (const table of ['contact_request', 'text_received'] as const) {
    const written = { phone, answered_at: null, at: until(last) }
    await updateRows(queries, table, written, { answered_at: new Date(now) })
  }
}
