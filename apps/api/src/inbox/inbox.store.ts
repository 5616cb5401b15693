import { sql } from 'kysely'
import { instant } from '../database/instant.ts'
import type { NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Stores a text for staff to answer, of a number that has no account or a blocked one; its client is null. */
export const insertText = (queries: Queries, row: NewRow<'text_received'>) =>
  queries.insertInto('text_received').values(row).execute()

/** A sender's messages that wait for an answer; instants in epoch milliseconds. */
export interface Unanswered {
  /** The key of the newest message, which identifies the wait. */
  id: string
  /** The key of the first message. */
  firstId: string
  /** Null for a client without one. */
  phone: string | null
  /** Null for a number without a blocked account, and for an unproved sender. */
  clientId: string | null
  /** Whether the client's session or phone sent it; else number and address are only typed (MSG-01). */
  proved: boolean
  /** The instant of the first message. */
  since: number
  /** All messages, oldest first; null if the sender left only a number. */
  words: string | null
  /**
   * For a conversation: its address for staff, the newest message of the words, the client's name, and its order with
   * its taker; null for the general one.
   */
  conversation?: {
    address: string
    last: string | null
    name: string
    order: { id: string; taken_by: string | null; taken_at: number | null } | null
  }
}

/** The statement of {@link unansweredMessages}: by the partial indexes of unanswered rows, which are few. */
export const unanswered = sql<Unanswered>`
    select phone, proved, (array_agg(id order by at desc, id desc))[1] as id, (array_agg(id order by at, id))[1] as "firstId",
      (array_agg(client_id order by at desc))[1] as "clientId",
      (extract(epoch from min(at)) * 1000)::bigint as since, nullif(string_agg(nullif(body, ''), e'\n' order by at, id), '') as words
    from (select phone, signed_in as proved, id, case when signed_in then client_id end as client_id, at,
          case when from_number is null then body end as body from contact_request
        where answered_at is null
      union all select phone, true, id,
          (select client.id from client_phone join client on client.id = client_id
            where client_phone.phone = text_received.phone and blocked_at is not null), at, body
        from text_received where answered_at is null) as message
    group by phone, proved order by since, phone`

/** Contact requests and texts without an answer, oldest first; grouped by phone, unproved ones apart. */
export async function unansweredMessages(queries: Queries): Promise<Unanswered[]> {
  return (await unanswered.execute(queries)).rows
}

/** The sender and the time of a message. */
interface Sending {
  phone: string
  proved: boolean
  at: number
}

/** The sender and the time of a message; undefined for an unknown key. */
export async function sendingOf(queries: Queries, id: string): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    select phone, signed_in as proved, (extract(epoch from at) * 1000)::bigint as at from contact_request where id = ${id}
    union all select phone, true, (extract(epoch from at) * 1000)::bigint from text_received where id = ${id}`.execute(
    queries,
  )
  return rows[0]
}

/**
 * Deletes the messages of phones from before their account, and our answers: they belong to no account, and would
 * remain (LAW-06).
 */
export async function forgetTextsOf(queries: Queries, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return
  await queries.deleteFrom('text_received').where('client_id', 'is', null).where('phone', 'in', phones).execute()
  await queries.deleteFrom('text_answer').where('phone', 'in', phones).execute()
}

/** Stores an answer by text (TALK-05). */
export const insertTextAnswer = (queries: Queries, row: NewRow<'text_answer'>) =>
  queries.insertInto('text_answer').values(row).execute()

/** A message from or to a phone without an account: a text, words on the contact page, or our answer by text. */
interface PhoneMessage {
  id: string
  by: 'text' | 'page' | 'answer'
  body: string | null
  email: string | null
  operator: string | null
  /** Epoch milliseconds. */
  at: number
  waits: boolean
}

/** Messages of one phone per page for staff. */
const mostOfPhone = 100

/** The newest messages from and to a phone, newest first. A number without words counts while it waits. */
export async function messagesOfPhone(queries: Queries, phone: string): Promise<PhoneMessage[]> {
  const { rows } = await sql<PhoneMessage>`
    select id, by, body, email, operator, (extract(epoch from at) * 1000)::bigint as at, waits from (
      select id, 'text' as by, body, null as email, null as operator, at, answered_at is null as waits
        from text_received where phone = ${phone} and client_id is null
      union all select id, case when signed_in then 'text' else 'page' end, case when from_number is null then body end,
        nullif(email, ''), null, at, answered_at is null from contact_request where phone = ${phone}
          and (answered_at is null or (from_number is null and not signed_in))
      union all select id, 'answer', body, null, operator, at, false from text_answer where phone = ${phone}
    ) as message order by message.at desc, id desc limit ${sql.lit(mostOfPhone)}`.execute(queries)
  return rows
}

/** Moves the texts of a phone and our answers to a client's general conversation; the answers count as read. */
export async function moveTextsToClient(
  queries: Queries,
  { clientId, phone }: { clientId: string; phone: string },
): Promise<void> {
  await sql`
    with texts as (delete from text_received where phone = ${phone} and client_id is null returning *),
    answers as (delete from text_answer where phone = ${phone} returning *),
    written as (
      insert into message (client_id, conversation_id, id, at, author, operator, body, by_text, read_at)
        select ${clientId}::uuid, ${clientId}::uuid, id, at, 'client', null, body, true, answered_at from texts
        union all select ${clientId}::uuid, ${clientId}::uuid, id, at, 'support', operator, body, true, at from answers
        returning at
    )
    insert into conversation (client_id, id, last_at, waits_since)
      select ${clientId}::uuid, ${clientId}::uuid, max(at), (select min(at) from texts where answered_at is null)
        from written having count(*) > 0
      on conflict (client_id, id) do update set
        last_at = greatest(conversation.last_at, excluded.last_at),
        waits_since = least(conversation.waits_since, excluded.waits_since)`.execute(queries)
}

/** Marks a sender's messages until `at` as answered. */
export async function noteAnswered(queries: Queries, { phone, proved, at }: Sending, now: number): Promise<void> {
  const answered = { answered_at: new Date(now) }
  await queries
    .updateTable('contact_request')
    .set(answered)
    .where('phone', '=', phone)
    .where('answered_at', 'is', null)
    .where('at', '<=', instant(at))
    .where('signed_in', '=', proved)
    .execute()
  if (!proved) return
  await queries
    .updateTable('text_received')
    .set(answered)
    .where('phone', '=', phone)
    .where('answered_at', 'is', null)
    .where('at', '<=', instant(at))
    .execute()
}
