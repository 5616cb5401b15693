import { type RawBuilder, sql } from 'kysely'
import { findRow } from '../database/rows.ts'
import type { OutboxStatus, Queries } from '../database/tables.ts'
import { firstUuidOf } from '../database/uuid.ts'
import { longestTryingMs } from './outbox.store.ts'
import type { DatedAddress } from './opt-out/dated-address.ts'

/** A page of the messages of one status, or of all, newest first, and their total number. */
export async function keptMessages(
  queries: Queries,
  status: OutboxStatus | undefined,
  { offset, most }: { offset: number; most: number },
) {
  const kept = queries.selectFrom('outbox')
  const chosen = status === undefined ? kept : kept.where('status', '=', status)
  const messages = await chosen.selectAll().orderBy('id', 'desc').offset(offset).limit(most).execute()
  const { total } = await chosen.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { messages, total }
}

/** The newest undelivered messages to some addresses since an instant (epoch milliseconds). */
export function failedMessagesTo(
  queries: Queries,
  addresses: readonly string[],
  { since, most }: { since: number; most: number },
) {
  const lower = addresses.map((address) => address.toLowerCase())
  return queries
    .selectFrom('outbox')
    .selectAll()
    .where(sql<boolean>`lower(to_address) = any(${lower}::text[])`)
    .where('status', 'in', ['dead', 'failed', 'unknown', 'expired'])
    .where(sql<boolean>`created_at >= ${new Date(since)}`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Dead after all retries; a refusal, such as of a mistyped number, ends a message long before. */
const isGivenUp = sql<boolean>`(status = 'dead'
  and finished_at > created_at + interval '1 millisecond' * ${sql.lit(longestTryingMs / 2)})`

/** The numbers of waiting and sending messages, and of those given up after a day; the creation time of the oldest. */
export async function unsentMessages(queries: Queries) {
  return queries
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count'), fn.min('created_at').as('oldest_at')])
    .where((row) => row.or([row('status', 'in', ['queued', 'sending']), isGivenUp]))
    .groupBy('status')
    .execute()
}

/**
 * Messages with one of some final states since an instant that are still useful at `now` (epoch milliseconds), oldest
 * first.
 */
export function messagesEndedAs(
  queries: Queries,
  statuses: readonly OutboxStatus[],
  { since, now }: { since: number; now: number },
) {
  return (
    queries
      .selectFrom('outbox')
      .select(['id', 'channel', 'to_address', 'template', 'error_code', 'finished_at'])
      .where('status', 'in', statuses)
      .where(sql<boolean>`finished_at > ${new Date(since)}`)
      .where(sql<boolean>`(expires_at is null or expires_at > ${new Date(now)})`)
      // An erased recipient.
      .where('to_address', '<>', '')
      .orderBy('id')
      .execute()
  )
}

/** The number of messages given up since an instant (epoch milliseconds). */
export async function messagesGivenUpSince(queries: Queries, since: number): Promise<number> {
  const { count } = await queries
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isGivenUp)
    .where(sql<boolean>`finished_at > ${new Date(since)}`)
    .executeTakeFirstOrThrow()
  return count
}

/** The next messages to addresses from a client's time with them, in any capitalization, oldest first. */
export async function messagesOfAddresses(
  queries: Queries,
  addresses: readonly DatedAddress[],
  { after, most }: { after: string | undefined; most: number },
) {
  const sent = queries.selectFrom('outbox').where(sentTo(addresses))
  return (after === undefined ? sent : sent.where('id', '>', after))
    .select(['id', 'channel', 'to_address', 'template', 'status', 'created_at', 'finished_at'])
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Empties the messages to addresses from a client's time with them; unsent ones end. */
export async function forgetMessagesTo(
  queries: Queries,
  addresses: readonly DatedAddress[],
  now: number,
): Promise<void> {
  if (addresses.length > 0) await blank(queries, sentTo(addresses), now)
}

/** Empties the messages to staff about a client or their phones; unsent ones end. */
export async function forgetMessagesAbout(
  queries: Queries,
  { clientId, phones }: { clientId: string; phones: readonly string[] },
  now: number,
): Promise<void> {
  await blank(queries, sql<boolean>`variables ->> 'client' = ${clientId}`, now)
  // Before the account existed, only the number was named.
  const ofPhone = sql<boolean>`template in ('text-received', 'message-late') and variables ->> 'phone' = any(${phones})`
  await blank(queries, ofPhone, now)
  // A message without a session's proof names only the number.
  const ofStranger = sql<boolean>`template = 'contact-request' and variables ->> 'phone' = any(${phones})`
  await blank(queries, ofStranger, now)
  // In older versions, mails about coupons named only the order.
  const numbers = sql`select number from client_order where client_id = ${clientId}`
  await blank(queries, sql<boolean>`template = 'coupon-error' and variables ->> 'number' in (${numbers})`, now)
  const ofDigest = sql<boolean>`template = 'coupon-digest'
    and string_to_array(variables ->> 'numbers', ' ') && array(${numbers})`
  await blank(queries, ofDigest, now)
}

async function blank(queries: Queries, condition: RawBuilder<boolean>, now: number): Promise<void> {
  const chosen = queries.updateTable('outbox').where(condition)
  await chosen
    .set({ status: 'expired', finished_at: new Date(now) })
    .where('status', 'in', ['queued', 'sending'])
    .execute()
  await chosen.set({ to_address: '', variables: '{}' }).execute()
}

/** A message keeps its key, and so its creation time, even if it is sent again. */
function sentTo(addresses: readonly DatedAddress[]): RawBuilder<boolean> {
  const each = addresses.map(({ address, from, until, client }) => {
    const bounds = [
      sql<boolean>`lower(to_address) = ${address.toLowerCase()}`,
      ...(from === undefined ? [] : [sql<boolean>`id >= ${firstUuidOf(from)}`]),
      ...(until === undefined ? [] : [sql<boolean>`id < ${firstUuidOf(until)}`]),
      // Which of the two was sent says whether another account has the address.
      ...(client === undefined
        ? []
        : [sql<boolean>`variables ->> 'client' = ${client} and template not in ('email-confirm', 'email-taken')`]),
    ]
    return sql<boolean>`(${sql.join(bounds, sql` and `)})`
  })
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** One message of any recipient. */
export async function keptMessage(queries: Queries, id: string, { lock = false } = {}) {
  return findRow(queries, 'outbox', { id }, { lock })
}

/** Queues an ended message again, as if it were new. */
export async function requeueMessage(queries: Queries, id: string, now: number): Promise<void> {
  const again = {
    status: 'queued',
    attempts: 0,
    next_at: new Date(now),
    created_at: new Date(now),
    locked_until: null,
    in_doubt: false,
    error_code: null,
    provider_id: null,
    finished_at: null,
  } as const
  await queries.updateTable('outbox').set(again).where('id', '=', id).execute()
}
