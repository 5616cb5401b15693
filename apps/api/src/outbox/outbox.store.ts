import { sql } from 'kysely'
import type { OutboxStatus, Queries } from '../database/tables.ts'
import type { TemplateName } from './messages.ts'

/** A message to send: who gets it, and what it is rendered from. */
export interface OutboxMessage {
  channel: 'sms' | 'email'
  to: string
  template: TemplateName
  variables: Record<string, string>
  /** A second message with the same key is the same message. */
  dedupeKey: string
  /** After this instant (epoch milliseconds) it is not sent any more. */
  expiresAt?: number
}

/** Rows are spread over shards, so that several processes could each take some. */
const shards = 16

/** Writes a message that is to be sent; one with a key that is there already is left alone. */
export async function insertMessage(queries: Queries, id: string, now: number, message: OutboxMessage): Promise<void> {
  await queries
    .insertInto('outbox')
    .values({
      id,
      shard: Number.parseInt(id.slice(-2), 16) % shards,
      channel: message.channel,
      to_address: message.to,
      template: message.template,
      variables: JSON.stringify(message.variables),
      dedupe_key: message.dedupeKey,
      status: 'queued',
      next_at: new Date(now),
      expires_at: message.expiresAt === undefined ? null : new Date(message.expiresAt),
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Takes due messages for a while: nobody else takes them until `lockedUntil`. `wasSending` tells of a sender that died. */
export async function claimMessages(queries: Queries, now: number, lockedUntil: number, most: number) {
  const { rows } = await sql<{
    id: string
    channel: 'sms' | 'email'
    to_address: string
    template: string
    variables: Record<string, string>
    attempts: number
    expires_at: number | null
    was_sending: boolean
  }>`
    update outbox set
      status = 'sending', attempts = outbox.attempts + 1, locked_until = ${new Date(lockedUntil)}
    from (
      select id, status = 'sending' as was_sending from outbox
      where status in ('queued', 'sending') and next_at <= ${new Date(now)}
        and (locked_until is null or locked_until < ${new Date(now)})
      order by next_at limit ${most} for update skip locked
    ) as due
    where outbox.id = due.id
    returning outbox.id, channel, to_address, template, variables, attempts, expires_at, due.was_sending
  `.execute(queries)
  return rows
}

/** Writes how a message ended. */
export async function finishMessage(
  queries: Queries,
  id: string,
  end: { status: OutboxStatus; now: number; providerId?: string; errorCode?: string },
): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({
      status: end.status,
      finished_at: new Date(end.now),
      locked_until: null,
      provider_id: end.providerId ?? null,
      error_code: end.errorCode ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** Puts a message back, to be tried again at `nextAt`. */
export async function postponeMessage(queries: Queries, id: string, nextAt: number, errorCode: string): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({ status: 'queued', locked_until: null, next_at: new Date(nextAt), error_code: errorCode })
    .where('id', '=', id)
    .execute()
}
