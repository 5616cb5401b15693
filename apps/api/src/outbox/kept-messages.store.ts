import { type RawBuilder, sql } from 'kysely'
import type { OutboxStatus, Queries } from '../database/tables.ts'

/** A page of the messages of one status, or of all, newest first, and how many there are. */
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

/** How many messages wait, are being sent, or could not be sent, and the oldest time at which one was due. */
export async function unsentMessages(queries: Queries) {
  return queries
    .selectFrom('outbox')
    .select((of) => ['status', of.fn.countAll<number>().as('count'), of.fn.min('next_at').as('due_since')])
    .where('status', 'in', ['queued', 'sending', 'dead'])
    .groupBy('status')
    .execute()
}

/** The messages to some addresses, however they are capitalised, oldest first. */
export async function messagesOfAddresses(queries: Queries, addresses: readonly string[]) {
  return queries
    .selectFrom('outbox')
    .select(['channel', 'to_address', 'template', 'status', 'created_at', 'finished_at'])
    .where(lowerAddress, 'in', lowered(addresses))
    .orderBy('id')
    .execute()
}

/** Empties the messages to some addresses; those that have not left are over. */
export async function blankMessages(queries: Queries, addresses: readonly string[], now: number): Promise<void> {
  await blank(queries, sql<boolean>`${lowerAddress} in (${sql.join(lowered(addresses))})`, now)
}

/** Empties the messages that tell our people of a client; those that have not left are over. */
export async function blankMessagesAbout(queries: Queries, clientId: string, now: number): Promise<void> {
  await blank(queries, sql<boolean>`variables ->> 'client' = ${clientId}`, now)
}

async function blank(queries: Queries, which: RawBuilder<boolean>, now: number): Promise<void> {
  const chosen = queries.updateTable('outbox').where(which)
  await chosen
    .set({ status: 'expired', finished_at: new Date(now) })
    .where('status', 'in', ['queued', 'sending'])
    .execute()
  await chosen.set({ to_address: '', variables: '{}' }).execute()
}

const lowerAddress = sql<string>`lower(to_address)`
const lowered = (addresses: readonly string[]) => addresses.map((address) => address.toLowerCase())
/** One message, whoever it is for. */
export async function keptMessage(queries: Queries, id: string, { lock = false } = {}) {
  const found = queries.selectFrom('outbox').selectAll().where('id', '=', id)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

/** Queues a message that had ended, as if it were new. */
export async function requeueMessage(queries: Queries, id: string, now: number): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({
      status: 'queued',
      attempts: 0,
      next_at: new Date(now),
      created_at: new Date(now),
      locked_until: null,
      in_doubt: false,
      error_code: null,
      provider_id: null,
      finished_at: null,
    })
    .where('id', '=', id)
    .execute()
}
