import { type Selectable, sql } from 'kysely'
import { findRow, type RowChange } from '../database/rows.ts'
import type { OutboxStatus, Queries, Tables } from '../database/tables.ts'
import type { TemplateName } from './templates/messages.ts'

/** A message to send: its recipient, and its variables. */
export interface OutboxMessage {
  channel: 'sms' | 'email'
  to: string
  template: TemplateName
  variables: Readonly<Record<string, string | undefined>>
  /** A second message with the same key is a no-op. */
  dedupeKey: string
  /** After this instant (epoch milliseconds) it is not sent any more. */
  expiresAt?: number
}

/** A message that could not be sent within this time is dead, and shows in operations. */
export const longestTryingMs = 24 * 3_600_000

/** Shards of rows, so that several processes can each process some. */
const shards = 16

/** Inserts an outgoing message with its key; false, without a write, if the key exists. */
export async function insertMessage(
  queries: Queries,
  id: string,
  now: number,
  message: OutboxMessage,
): Promise<boolean> {
  const { channel, to, template, variables, dedupeKey, expiresAt } = message
  const shard = Number.parseInt(id.slice(-2), 16) % shards
  const at = new Date(now)
  const { rows } = await sql`
    with key as (
      insert into outbox_key (dedupe_key, message_id) values (${dedupeKey}, ${id}) on conflict do nothing returning dedupe_key
    )
    insert into outbox (
      id, shard, channel, to_address, template, variables, dedupe_key, status, next_at, expires_at, created_at
    )
    select ${id}, ${shard}, ${channel}, ${to}, ${template}, ${JSON.stringify(variables)}, dedupe_key, 'queued', ${at},
      ${expiresAt === undefined ? null : new Date(expiresAt)}, ${at}
    from key
    on conflict do nothing
    returning id`.execute(queries)
  return rows.length > 0
}

/** Whether a message was inserted under a key. */
export async function isEnqueued(queries: Queries, dedupeKey: string): Promise<boolean> {
  return (await findRow(queries, 'outbox_key', { dedupe_key: dedupeKey })) !== undefined
}

/** A message claimed by a sender. */
export type ClaimedMessage = Pick<
  Selectable<Tables['outbox']>,
  'id' | 'channel' | 'to_address' | 'template' | 'variables' | 'attempts' | 'expires_at' | 'created_at' | 'in_doubt'
> & {
  /** Whether the previous sender died during its try. */
  was_sending: boolean
}

/** Claims due messages of a channel until `lockedUntil`. Those that expire, such as codes, come first. */
export async function claimMessages(
  queries: Queries,
  claim: { channel: 'sms' | 'email'; now: number; lockedUntil: number; most: number },
): Promise<ClaimedMessage[]> {
  const now = new Date(claim.now)
  const { rows } = await sql<ClaimedMessage>`
    update outbox set
      status = 'sending', attempts = outbox.attempts + 1, locked_until = ${new Date(claim.lockedUntil)}
    from (
      select id, status = 'sending' as was_sending from outbox
      where status in ('queued', 'sending') and next_at <= ${now} and channel = ${claim.channel}
        and (locked_until is null or locked_until < ${now})
      order by expires_at nulls last, next_at limit ${claim.most} for update skip locked
    ) as due
    where outbox.id = due.id
    returning outbox.id, channel, to_address, template, variables, attempts, expires_at, created_at, in_doubt,
      due.was_sending
  `.execute(queries)
  return rows
}

/** Releases a dead process's claims, so that nobody waits for their expiry. */
export async function takeOverMessages(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({ locked_until: new Date(now - 1) })
    .where('status', '=', 'sending')
    .execute()
}

/** Changes a message while its sender's claim is valid. */
async function updateClaimed(
  queries: Queries,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  change: RowChange<'outbox'>,
): Promise<void> {
  await queries
    .updateTable('outbox')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Stores a message's final state, unless the provider's report or another sender was first. */
export async function finishMessage(
  queries: Queries,
  claimed: Pick<ClaimedMessage, 'id' | 'attempts'>,
  end: { status: OutboxStatus; now: number; providerId?: string; errorCode?: string },
): Promise<void> {
  await updateClaimed(queries, claimed, {
    status: end.status,
    finished_at: new Date(end.now),
    locked_until: null,
    provider_id: end.providerId ?? null,
    error_code: end.errorCode ?? null,
  })
}

/** Postpones a message to a retry at `nextAt`; `inDoubt` if this try may have sent it. */
export async function postponeMessage(
  queries: Queries,
  claimed: Pick<ClaimedMessage, 'id' | 'attempts'>,
  retry: { nextAt: number; errorCode: string; inDoubt: boolean },
): Promise<void> {
  await updateClaimed(queries, claimed, {
    status: 'queued',
    locked_until: null,
    next_at: new Date(retry.nextAt),
    error_code: retry.errorCode,
    in_doubt: retry.inDoubt,
  })
}

/** Records the provider's report that it accepted or delivered a message, which is then no longer in doubt. */
export async function noteAccepted(
  queries: Queries,
  id: string,
  report: { providerId: string; now: number; delivered: boolean },
): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({
      status: 'sent',
      locked_until: null,
      in_doubt: false,
      error_code: null,
      provider_id: report.providerId,
      finished_at: sql<Date>`coalesce(finished_at, ${new Date(report.now)})`,
      ...(report.delivered ? { delivered_at: new Date(report.now) } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending', 'sent', 'unknown'])
    .execute()
}

/** Records the provider's report that it could not deliver a message. */
export async function noteUndelivered(
  queries: Queries,
  id: string,
  report: { providerId: string; errorCode: string; now: number },
): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({
      status: 'failed',
      locked_until: null,
      in_doubt: false,
      provider_id: report.providerId,
      error_code: report.errorCode,
      finished_at: new Date(report.now),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending', 'sent', 'unknown'])
    .where('delivered_at', 'is', null)
    .execute()
}
