import { type Selectable, sql } from 'kysely'
import type { RowChange } from '../database/rows.ts'
import type { OutboxStatus, Queries, Tables } from '../database/tables.ts'
import type { TemplateName } from './templates/messages.ts'

/** A message to send: who gets it, and what it is rendered from. */
export interface OutboxMessage {
  channel: 'sms' | 'email'
  to: string
  template: TemplateName
  variables: Readonly<Record<string, string | undefined>>
  /** A second message with the same key is the same message. */
  dedupeKey: string
  /** After this instant (epoch milliseconds) it is not sent any more. */
  expiresAt?: number
}

/** Rows are spread over shards, so that several processes could each take some. */
const shards = 16

/** Writes a message that is to be sent, and its key; false when the key was there already, and then it writes nothing. */
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

/** A message that a sender has claimed. */
export type ClaimedMessage = Pick<
  Selectable<Tables['outbox']>,
  'id' | 'channel' | 'to_address' | 'template' | 'variables' | 'attempts' | 'expires_at' | 'created_at' | 'in_doubt'
> & {
  /** Whether the sender of the earlier try died over it. */
  was_sending: boolean
}

/**
 * Takes due messages of a channel for a while: nobody else takes them until `lockedUntil`. Those that expire, the codes,
 * go first.
 */
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

/** Lets go of what a dead process had claimed, so that nobody waits for the claim to lapse. */
export async function takeOverMessages(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({ locked_until: new Date(now - 1) })
    .where('status', '=', 'sending')
    .execute()
}

/** Changes a message while its sender's claim holds. */
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

/** Writes how a message ended, unless the provider's report or another sender was first. */
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

/** Puts a message back, to be tried again at `nextAt`; `inDoubt` when this try may have gone out. */
export async function postponeMessage(
  queries: Queries,
  claimed: Pick<ClaimedMessage, 'id' | 'attempts'>,
  put: { nextAt: number; errorCode: string; inDoubt: boolean },
): Promise<void> {
  await updateClaimed(queries, claimed, {
    status: 'queued',
    locked_until: null,
    next_at: new Date(put.nextAt),
    error_code: put.errorCode,
    in_doubt: put.inDoubt,
  })
}

/** Notes the provider's word that it has a message, or that it arrived: it is not in doubt any more. */
export async function noteTaken(
  queries: Queries,
  id: string,
  taken: { providerId: string; now: number; delivered: boolean },
): Promise<void> {
  await queries
    .updateTable('outbox')
    .set({
      status: 'sent',
      locked_until: null,
      in_doubt: false,
      error_code: null,
      provider_id: taken.providerId,
      finished_at: sql<Date>`coalesce(finished_at, ${new Date(taken.now)})`,
      ...(taken.delivered ? { delivered_at: new Date(taken.now) } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending', 'sent', 'unknown'])
    .execute()
}

/** Notes the provider's word that a message which it took did not arrive. */
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
