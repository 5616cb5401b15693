import { unusedUploadDays } from '@nerdify/domain/files/file-limits.ts'
import type { Tables } from '../database/tables.ts'

/** Expired rows of one table, and how long they stay. */
interface KeptRows<Table extends keyof Tables> {
  table: Table
  /** In the words of the runbook. */
  what: string
  key: readonly (keyof Tables[Table] & string)[]
  /** The column from which the days count. */
  since: keyof Tables[Table] & string
  counted: string
  days: number
  /** SQL condition for expired rows; all rows if absent. */
  over?: string
  /** Rows of another table that reference these and are deleted with them: their column, and the column here. */
  referencing?: { table: keyof Tables; column: string; of: keyof Tables[Table] & string }
}

const rowsOf = <Table extends keyof Tables>(kept: KeptRows<Table>) => kept

/**
 * Expired rows, and how long they stay (HOLD-10): no rule looks back further. Rows of an account, an order or money
 * stay with the account (LAW-06).
 */
export const keptRows = [
  rowsOf({
    table: 'rate_bucket',
    what: 'uses that limits count',
    key: ['key', 'window_start'],
    since: 'window_start',
    counted: 'after their window began; each limit looks back a day at most',
    days: 2,
  }),
  rowsOf({
    table: 'lease',
    what: 'leases of processes that died',
    key: ['name'],
    since: 'until',
    counted: 'after they ran out',
    days: 1,
    // By the database's clock, as they are written.
    over: 'until < now()',
  }),
  rowsOf({
    table: 'idempotency',
    what: 'idempotency keys and the answers that are kept for them',
    key: ['client_id', 'key'],
    since: 'created_at',
    counted: 'after the request',
    days: 7,
  }),
  rowsOf({
    table: 'discount_error_report',
    what: 'reports of coupon errors',
    key: ['client_id', 'order_id', 'code', 'error_type'],
    since: 'reported_at',
    counted: 'after the last one; one is mailed in 10 minutes',
    days: 7,
  }),
  rowsOf({
    table: 'sign_in_challenge',
    what: 'sign-in codes',
    key: ['id'],
    since: 'created_at',
    counted: 'after they were asked for',
    days: 7,
  }),
  rowsOf({
    table: 'sign_in_nonce',
    what: 'browsers that asked for a code and did not sign in',
    key: ['hash'],
    since: 'created_at',
    counted: 'after they asked',
    days: 7,
    over: 'proved_at is null',
  }),
  rowsOf({
    table: 'sign_in_nonce',
    what: 'browsers that signed in',
    key: ['hash'],
    since: 'created_at',
    counted: 'after they asked; until then they are recognized when somebody guesses codes',
    days: 400,
  }),
  rowsOf({
    table: 'sign_in_key',
    what: 'keys of sign-in links',
    key: ['hash'],
    since: 'expires_at',
    counted: 'after they expired; until then the link offers a new one',
    days: 30,
  }),
  rowsOf({
    table: 'account_link',
    what: 'keys of links that confirm or undo',
    key: ['hash'],
    since: 'expires_at',
    counted: 'after they expired',
    days: 30,
  }),
  rowsOf({
    table: 'session',
    what: 'sessions',
    key: ['client_id', 'id'],
    since: 'expires_at',
    counted: 'after they expired, for who looks into a theft',
    days: 30,
  }),
  rowsOf({
    table: 'staff_link',
    what: 'sign-in links of staff',
    key: ['hash'],
    since: 'expires_at',
    counted: 'after they expired',
    days: 30,
  }),
  rowsOf({
    table: 'staff_session',
    what: 'sessions of staff',
    key: ['hash'],
    since: 'expires_at',
    counted: 'after they expired, for who looks into a theft',
    days: 30,
  }),
  rowsOf({
    table: 'staff_page',
    what: 'pages that staff had open when a process died',
    key: ['stream_id'],
    since: 'seen_at',
    counted: 'after that',
    days: 1,
  }),
  rowsOf({
    table: 'card_event',
    what: 'events of the card provider that took effect or were given up',
    key: ['id'],
    since: 'received_at',
    counted: 'after they came; the provider’s own list goes back 30 days',
    days: 90,
    over: "status <> 'new'",
  }),
  rowsOf({
    table: 'payment_attempt',
    what: 'card pages of orders on which nothing was paid',
    key: ['client_id', 'id'],
    since: 'created_at',
    counted: 'after they were made',
    days: 180,
    over: "status in ('expired', 'failed')",
    referencing: { table: 'payment_attempt_locator', column: 'attempt_id', of: 'id' },
  }),
  rowsOf({
    table: 'subscription_checkout',
    what: 'card pages of plans that are closed',
    key: ['client_id', 'id'],
    since: 'created_at',
    counted: 'after they were made',
    days: 180,
    over: "status <> 'open'",
  }),
  rowsOf({
    table: 'outbox',
    what: 'messages that left, or never will',
    key: ['id'],
    since: 'created_at',
    counted: 'after they were written; their unsubscribe links work for as long',
    days: 400,
    over: "status not in ('queued', 'sending')",
    referencing: { table: 'outbox_key', column: 'dedupe_key', of: 'dedupe_key' },
  }),
  rowsOf({
    table: 'staff_told',
    what: 'that our people were mailed of an order',
    key: ['client_id', 'order_id', 'what'],
    since: 'at',
    counted: 'after the mail; what is late for longer than 30 days is not mailed anymore',
    days: 90,
  }),
  rowsOf({
    table: 'text_received',
    what: 'texts of unknown numbers',
    key: ['id'],
    since: 'answered_at',
    counted: 'after they were answered',
    days: 400,
    over: 'client_id is null and answered_at is not null',
  }),
  rowsOf({
    table: 'text_answer',
    what: 'our answers by text to unknown numbers',
    key: ['phone', 'id'],
    since: 'at',
    counted: 'after they were sent',
    days: 400,
  }),
  rowsOf({
    table: 'earlier_orders',
    what: 'keyed hashes of phone, mailbox and card of who had paid for an order and erased the account',
    key: ['kind', 'mark'],
    since: 'at',
    counted: 'after that; until then the person cannot use first-order offers again',
    days: 1_096,
  }),
  rowsOf({
    table: 'trial_use',
    what: 'the same of who had a trial and erased the account',
    key: ['kind', 'mark'],
    since: 'at',
    counted: 'after the trial began; until then the person gets no second trial',
    days: 1_096,
    over: 'exists (select from client where client.id = trial_use.client_id and client.erased_at is not null)',
  }),
  rowsOf({
    table: 'referral_card',
    what: 'the same of cards that brought a bonus to who erased the account',
    key: ['mark'],
    since: 'at',
    counted: 'after the bonus; until then they bring no other',
    days: 1_096,
    over: 'exists (select from client where client.id = referral_card.client_id and client.erased_at is not null)',
  }),
  rowsOf({
    table: 'operations_log',
    what: 'the audit log of operations',
    key: ['id'],
    since: 'at',
    counted: 'after the action',
    days: 1_096,
  }),
] as const

/** Expired objects in the bucket. */
export const keptObjects = {
  unused: { what: 'uploads with which nothing was done', days: unusedUploadDays },
  unknown: { what: 'objects of the bucket that no row knows', days: 30 },
} as const
