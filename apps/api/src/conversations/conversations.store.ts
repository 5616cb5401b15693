import { announceAfterMs, messagesPerPage } from '@nerdify/domain/conversations/message-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Selectable } from 'kysely'
import { instant } from '../database/instant.ts'
import { findRow, type RowChange } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'
import { firstUuidOf } from '../database/uuid.ts'

export type StoredMessage = Selectable<Tables['message']>
export type StoredConversation = Selectable<Tables['conversation']>

/** A conversation: `id` is its order's, or its client's for the general one. */
export interface ConversationKey {
  clientId: string
  id: string
}

const keyOf = ({ clientId, id }: ConversationKey) => ({ client_id: clientId, id })

/** The first id of messages that only staff see at `now`: answers on hold. */
const firstHeldId = (now: number) => firstUuidOf(now + 1)
const noId = '00000000-0000-0000-0000-000000000000'

/** A stored conversation; undefined before its first message. `lock` locks the row until the transaction ends. */
export const conversationOf = (queries: Queries, key: ConversationKey, { lock = false } = {}) =>
  findRow(queries, 'conversation', keyOf(key), { lock })

/** Changes a conversation; returns the number of updated rows. */
async function updateConversation(
  queries: Queries,
  key: ConversationKey,
  change: RowChange<'conversation'>,
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('conversation')
    .set(change)
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Stores a client's message; its conversation waits for an answer from the first of them. */
export async function insertClientMessage(
  queries: Queries,
  key: ConversationKey,
  { id, now, body, byText }: { id: string; now: number; body: string; byText: boolean },
): Promise<void> {
  const at = new Date(now)
  const own = { client_id: key.clientId, conversation_id: key.id }
  await queries
    .insertInto('message')
    .values({
      ...own,
      id,
      at,
      author: 'client',
      body,
      by_text: byText,
      name: null,
      operator: null,
    })
    .execute()
  await queries
    .insertInto('conversation')
    .values({ ...keyOf(key), last_at: at, waits_since: at, client_read_id: null, staff_read_id: null })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'id']).doUpdateSet((row) => ({
        last_at: sql<Date>`greatest(conversation.last_at, excluded.last_at)` as never,
        waits_since: row.fn.coalesce('conversation.waits_since', 'excluded.waits_since') as never,
      })),
    )
    .execute()
}

/** Whether a client waits for an answer in any conversation. */
export async function hasOpenWait(queries: Queries, clientId: string): Promise<boolean> {
  const waiting = await queries
    .selectFrom('conversation')
    .select('id')
    .where('client_id', '=', clientId)
    .where('waits_since', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Stores an answer, which ends the wait and returns its start; the client sees it from the instant `at`. */
export async function insertAnswer(
  queries: Queries,
  key: ConversationKey,
  answer: Pick<StoredMessage, 'id' | 'at' | 'author' | 'name' | 'operator' | 'body'>,
): Promise<number | null> {
  const at = new Date(answer.at)
  const before = await conversationOf(queries, key, { lock: true })
  const wait = before?.waits_since ?? null
  const isAnnounced = (before?.announced_id ?? noId) > (before?.client_read_id ?? noId)
  const announceAt = before?.announce_at ?? (isAnnounced ? null : answer.at + announceAfterMs)
  const next = { last_at: at, waits_since: null, announce_at: announceAt === null ? null : new Date(announceAt) }
  const endedWait = wait === null ? null : new Date(wait)
  const own = { client_id: key.clientId, conversation_id: key.id }
  await queries
    .insertInto('message')
    .values({ ...own, ...answer, at, ended_wait: endedWait })
    .execute()
  await queries
    .insertInto('conversation')
    .values({ ...keyOf(key), ...next, client_read_id: null, staff_read_id: null })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(next))
    .execute()
  return wait
}

/** Stores a message of Nerdify, such as the reason for a decision: it ends no wait, and is announced by its cause. */
export async function insertNotice(
  queries: Queries,
  key: ConversationKey,
  { id, now, body }: { id: string; now: number; body: string },
): Promise<void> {
  const at = new Date(now)
  const own = { client_id: key.clientId, conversation_id: key.id }
  await queries
    .insertInto('message')
    .values({ ...own, id, at, author: 'system', name: null, operator: null, body })
    .execute()
  await queries
    .insertInto('conversation')
    .values({ ...keyOf(key), last_at: at, client_read_id: null, staff_read_id: null })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'id']).doUpdateSet({
        last_at: sql<Date>`greatest(conversation.last_at, excluded.last_at)` as never,
      }),
    )
    .execute()
}

/** Deletes an answer that the client does not see yet, and restores the wait that it ended. */
export async function deleteAnswer(queries: Queries, key: ConversationKey, answer: StoredMessage): Promise<void> {
  await queries
    .deleteFrom('message')
    .where('client_id', '=', key.clientId)
    .where('conversation_id', '=', key.id)
    .where('id', '=', answer.id)
    .execute()
  if (answer.ended_wait === null) return
  await updateConversation(queries, key, { waits_since: new Date(answer.ended_wait) })
}

/**
 * Ends a wait without an answer, up to the message `last`: it continues from the client's next one. Returns the number
 * of updated rows.
 */
export async function endWait(queries: Queries, key: ConversationKey, last: string): Promise<number> {
  const since = (await conversationOf(queries, key, { lock: true }))?.waits_since ?? null
  const next =
    since !== null &&
    (await queries
      .selectFrom('message')
      .select('at')
      .where('client_id', '=', key.clientId)
      .where('conversation_id', '=', key.id)
      .where('id', '>', last)
      .where('author', '=', 'client')
      .where('at', '>=', instant(since))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst())
  return updateConversation(queries, key, { waits_since: next ? new Date(next.at) : null })
}

/**
 * Messages of a conversation, newest first, by the primary key: `before` a message, and with `seenAt` (epoch
 * milliseconds) only those visible to the client then.
 */
export async function messagesOf(
  queries: Queries,
  key: ConversationKey,
  { before, seenAt, most }: { before?: string | undefined; seenAt?: number; most: number },
): Promise<StoredMessage[]> {
  let query = queries
    .selectFrom('message')
    .selectAll()
    .where('client_id', '=', key.clientId)
    .where('conversation_id', '=', key.id)
  if (before !== undefined) query = query.where('id', '<', before)
  if (seenAt !== undefined) query = query.where('id', '<', firstHeldId(seenAt))
  return query.orderBy('id', 'desc').limit(most).execute()
}

/** The client of a message, by its index of ids; undefined for an unknown one. */
export const clientIdOfMessage = async (queries: Queries, id: string): Promise<string | undefined> =>
  (await findRow(queries, 'message', { id }))?.client_id

/** Authors whose unread messages are announced (TALK-04). */
const announcedAuthors = ['nerd', 'support'] as const

/** Messages to announce after the last read one, oldest first, also those on hold. */
const unreadAnswers = (queries: Queries, { clientId, id }: ConversationKey, last: string | null) =>
  queries
    .selectFrom('message')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('conversation_id', '=', id)
    .where('id', '>', last ?? noId)
    .where('author', 'in', announcedAuthors)
    .where('read_at', 'is', null)
    .orderBy('id')

/** Messages to announce: unread by the client and visible at `now`, oldest first. */
export const unreadMessages = (
  queries: Queries,
  { client_id: clientId, id, client_read_id: last }: StoredConversation,
  now: number,
): Promise<StoredMessage[]> =>
  unreadAnswers(queries, { clientId, id }, last).where('id', '<', firstHeldId(now)).limit(messagesPerPage).execute()

/** The conversations with a due announcement, longest due first (TALK-04). */
export async function conversationsToAnnounce(
  queries: Queries,
  { now, most }: { now: number; most: number },
): Promise<ConversationKey[]> {
  const due = await queries
    .selectFrom('conversation')
    .selectAll()
    .where('announce_at', '<=', instant(now))
    .orderBy('announce_at')
    .limit(most)
    .execute()
  return due.map(({ client_id: clientId, id }) => ({ clientId, id }))
}

/**
 * Sets the next announcement of a conversation (epoch milliseconds; null: not before it is read), and the last
 * announced message (null: not announced any more).
 */
export const setAnnouncement = (
  queries: Queries,
  key: ConversationKey,
  { at, announcedId }: { at: number | null; announcedId?: string | null },
): Promise<number> =>
  updateConversation(queries, key, {
    announce_at: at === null ? null : new Date(at),
    ...(announcedId !== undefined && { announced_id: announcedId }),
  })

export type StoredNote = Selectable<Tables['conversation_note']>

/** Staff notes about a conversation (TALK-09), newest first: `before` a note or message. */
export async function notesOf(
  queries: Queries,
  key: ConversationKey,
  { before, most }: { before?: string | undefined; most: number },
): Promise<StoredNote[]> {
  let query = queries
    .selectFrom('conversation_note')
    .selectAll()
    .where('client_id', '=', key.clientId)
    .where('conversation_id', '=', key.id)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(most).execute()
}

/** Stores a staff note (TALK-09). */
export const insertNote = (
  queries: Queries,
  key: ConversationKey,
  { at, ...note }: Pick<StoredNote, 'id' | 'at' | 'operator' | 'body'>,
) =>
  queries
    .insertInto('conversation_note')
    .values({
      ...note,
      client_id: key.clientId,
      conversation_id: key.id,
      at: new Date(at),
    })
    .execute()

const unreadWhere = (now: number): RawBuilder<boolean> => sql<boolean>`
  message.author <> 'client' and message.read_at is null and message.id < ${firstHeldId(now)}::uuid
  and message.id > coalesce(conversation.client_read_id, ${noId}::uuid)`

/** The number of a client's unread messages, for each conversation with any. */
export async function unreadOf(queries: Queries, clientId: string, now: number): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('conversation')
    .innerJoin('message', (join) =>
      join
        .onRef('message.client_id', '=', 'conversation.client_id')
        .onRef('message.conversation_id', '=', 'conversation.id'),
    )
    .where('conversation.client_id', '=', clientId)
    .where(unreadWhere(now))
    .groupBy('conversation.id')
    .select((row) => ['conversation.id', row.fn.countAll<string>().as('count')])
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/**
 * Advances the read mark of a side, never backwards, and not beyond the messages visible to the client at `now`;
 * records the instant on each message of the other side that it passes.
 */
export async function markRead(
  queries: Queries,
  key: ConversationKey,
  { reader, last, now }: { reader: 'client' | 'staff'; last: string; now: number },
): Promise<void> {
  const mark = `${reader}_read_id` as const
  const before = (await conversationOf(queries, key, { lock: true }))?.[mark] ?? noId
  if (last <= before || last >= firstHeldId(now)) return
  await updateConversation(queries, key, { [mark]: last })
  if (reader === 'client') await announceAfterRead(queries, key, last)
  await queries
    .updateTable('message')
    .set({ read_at: new Date(now) })
    .where('client_id', '=', key.clientId)
    .where('conversation_id', '=', key.id)
    .where('id', '>', before)
    .where('id', '<=', last)
    .where('author', reader === 'client' ? '<>' : '=', 'client')
    .execute()
}

/** Schedules the announcement of messages after the last read one, also of those on hold (TALK-04). */
export async function announceAfterRead(queries: Queries, key: ConversationKey, last: string | null): Promise<void> {
  const later = await unreadAnswers(queries, key, last).limit(1).executeTakeFirst()
  await setAnnouncement(queries, key, { at: later === undefined ? null : later.at + announceAfterMs })
}

/** Conversations that a client's list shows. */
const mostListed = 200

/** A client's conversations with the last message visible to the client, latest first. */
export async function conversationsOf(
  queries: Queries,
  { clientId, now, only }: { clientId: string; now: number; only: string | null | undefined },
): Promise<{ conversation: StoredConversation; last: StoredMessage }[]> {
  let query = queries.selectFrom('conversation').selectAll().where('client_id', '=', clientId)
  if (only !== undefined) query = query.where('id', '=', only)
  const conversations = await query.orderBy('last_at', 'desc').limit(mostListed).execute()
  // One index step of the primary key per conversation, whatever its length.
  const { rows: lasts } = await sql<StoredMessage>`
    select last.* from unnest(${conversations.map(({ id }) => id)}::uuid[]) as listed (id),
      lateral (select * from message where client_id = ${clientId} and conversation_id = listed.id
        and id < ${firstHeldId(now)}::uuid order by id desc limit 1) as last`.execute(queries)
  const lastOf = new Map(lasts.map((message) => [message.conversation_id, message]))
  return conversations.flatMap((conversation) => {
    const last = lastOf.get(conversation.id)
    return last === undefined ? [] : [{ conversation, last }]
  })
}

/** A wait for an answer, with the client's words since its start. */
export interface WaitingConversation {
  clientId: string
  id: string
  /** Epoch milliseconds. */
  since: number
  words: string
  /** The newest message of the words. */
  last: string | null
  phone: string | null
  nickname: string | null
  email: string | null
  /** Its order's number; null for the general conversation. */
  number: string | null
  /** The staff member who took its order, and when in epoch milliseconds (OPS-09). */
  taken_by: string | null
  taken_at: number | null
}

/** The number of unanswered messages of a conversation in the queue, from the first. */
const wordsShown = 20

/** All waiting conversations, by their partial index. */
export const waitingConversations = async (queries: Queries): Promise<WaitingConversation[]> =>
  (await waitingStatement.execute(queries)).rows

/** The messages that the queue shows of the conversation `c`. */
const shownMessages = sql`(select body, id from message where client_id = c.client_id and conversation_id = c.id
  and author = 'client' and at >= c.waits_since order by id limit ${sql.lit(wordsShown)}) m`

/** The statement of {@link waitingConversations}. */
export const waitingStatement = sql<WaitingConversation>`
    select c.client_id as "clientId", c.id, (extract(epoch from c.waits_since) * 1000)::bigint as since,
      client.phone, client.nickname, client.email, client_order.number, client_order.taken_by,
      (extract(epoch from client_order.taken_at) * 1000)::bigint as taken_at,
      coalesce((select string_agg(m.body, e'\n' order by m.id) from ${shownMessages}), '') as words,
      (select m.id from ${shownMessages} order by m.id desc limit 1) as last
    from conversation c join client on client.id = c.client_id
      left join client_order on client_order.client_id = c.client_id and client_order.id = c.id
    where c.waits_since is not null order by c.waits_since`

/** A conversation in staff's list: with its client's names and its last message. */
export type ListedConversation = StoredConversation &
  Pick<Selectable<Tables['client']>, 'nickname' | 'phone' | 'email'> & { last: string | null }

/**
 * A page of all clients' conversations for staff: unanswered ones by their wait, else the latest first. `takenBy`
 * filters unanswered ones whose order this person took for the wait (OPS-09).
 */
export const listConversations = (queries: Queries, wanted: WantedConversations): Promise<ListedConversation[]> =>
  conversationsStatement(queries, wanted).execute()

interface WantedConversations {
  waits: boolean
  takenBy?: string | undefined
  clientId?: string | undefined
  id?: string | undefined
  cursor: Cursor | undefined
  most: number
}

/** The statement of {@link listConversations}. */
export function conversationsStatement(queries: Queries, wanted: WantedConversations) {
  const by = wanted.waits ? 'conversation.waits_since' : 'conversation.last_at'
  let query = queries
    .selectFrom('conversation')
    .innerJoin('client', 'client.id', 'conversation.client_id')
    .selectAll('conversation')
    .select(['nickname', 'phone', 'email'])
    .select(({ selectFrom }) =>
      selectFrom('message')
        .select('body')
        .whereRef('message.client_id', '=', 'conversation.client_id')
        .whereRef('message.conversation_id', '=', 'conversation.id')
        .orderBy('message.id', 'desc')
        .limit(1)
        .as('last'),
    )
  if (wanted.waits) query = query.where('waits_since', 'is not', null)
  if (wanted.takenBy !== undefined) {
    query =
      query.where(sql<boolean>`exists (select 1 from client_order where client_order.client_id = conversation.client_id
      and client_order.id = conversation.id and client_order.taken_by = ${wanted.takenBy}
      and client_order.taken_at >= conversation.waits_since)`)
  }
  if (wanted.clientId !== undefined) query = query.where('conversation.client_id', '=', wanted.clientId)
  if (wanted.id !== undefined) query = query.where('conversation.id', '=', wanted.id)
  if (wanted.cursor !== undefined) {
    const { at, id } = wanted.cursor
    const side = sql.raw(wanted.waits ? '>' : '<')
    query = query.where(
      sql<boolean>`(${sql.ref(by)}, conversation.id) ${side} (${new Date(at)}::timestamptz, ${id}::uuid)`,
    )
  }
  const order = wanted.waits ? 'asc' : 'desc'
  return query.orderBy(by, order).orderBy('conversation.id', order).limit(wanted.most)
}

/** The position after which a list continues: an instant in epoch milliseconds, and the id of the conversation. */
export interface Cursor {
  at: number
  id: string
}

/** Messages of some clients that became visible after `after` and until `now`, for the live updates (CAB-08). */
export async function messagesAfter(
  queries: Queries,
  { clientIds, after, now, most }: { clientIds: readonly string[]; after: string; now: number; most: number },
): Promise<Pick<StoredMessage, 'client_id' | 'conversation_id' | 'id'>[]> {
  return queries
    .selectFrom('message')
    .select(['client_id', 'conversation_id', 'id'])
    .where(sql<boolean>`client_id = any(${clientIds}::uuid[])`)
    .where('id', '>', after)
    .where('id', '<', firstHeldId(now))
    .orderBy('id')
    .limit(most)
    .execute()
}
