import { type EntryKind, reasonsForStaff } from '../database/entry-kinds.ts'
import type { Tables } from '../database/tables.ts'

type ClientOwned = {
  [Name in keyof Tables]: Tables[Name] extends { client_id: string | null } ? Name : never
}[keyof Tables]

/** A row as its client sees it: instants in ISO 8601, money in cents. */
export type ShownRow = Record<string, unknown>

/**
 * How rows are shown in "Download my data": under a name, without columns that are secrets or name staff. With
 * `onlyOwnWords`, rows of other authors appear without their text; entries of `withoutReasonOf` without their reason.
 * With `onlyIf`, a row appears only if that holds.
 */
export interface Shown<Column = string, OwnWords = true> {
  as: string
  /** The columns that identify and order a client's rows; empty if there is one row at most. */
  by: readonly Column[]
  without?: readonly Column[]
  onlyIf?: (row: ShownRow) => boolean
  onlyOwnWords?: OwnWords
  withoutReasonOf?: readonly EntryKind[]
}

/** The treatment of one table's rows (LAW-06). */
interface Treatment<Column = string, OwnWords = true> {
  /** Undefined if the rows mean nothing to a client. */
  shown: Shown<Column, OwnWords> | undefined
  /** Erased with the account, or kept as a payment record without personal data. */
  erased: 'whole' | { kept: string; blank?: readonly { column: Column; to: Emptied }[] }
}

/** A treatment with the column names of its table. */
type TreatmentOf<Row> = Treatment<keyof Row & string, Row extends { author: string; data: unknown } ? true : never>

/**
 * How a personal column of a kept row is emptied: to null, to an empty list, to an object without keys, or without some
 * keys of its JSON.
 */
export type Emptied = 'null' | 'empty list' | 'no keys' | { withoutKeys: readonly string[] }

const leadsBack = 'it leads from a reference back to the client’s key, which identifies nobody'
const paymentRecord = 'it is a payment record, and identifies nobody'

/** A file of staff that was removed or never sent may be another client's (OPS-05). */
function isSentOrOwn({ origin, deleted_at: deletedAt, order_id: orderId, message_id: messageId }: ShownRow): boolean {
  return origin !== 'operations' || (deletedAt === null && (orderId !== null || messageId !== null))
}

/** Every table with rows of a client, and its treatment. A new table does not compile without a line here. */
export const treatments: { readonly [Name in ClientOwned]: TreatmentOf<Tables[Name]> } = {
  client_event: { shown: { as: 'account_events', by: ['id'] }, erased: 'whole' },
  client_phone: { shown: undefined, erased: 'whole' },
  client_email: { shown: undefined, erased: 'whole' },
  email_change: { shown: { as: 'email_changes', by: ['id'] }, erased: 'whole' },
  account_link: { shown: undefined, erased: 'whole' },
  client_referral: { shown: { as: 'referral', by: [], without: ['sealed_code', 'hash'] }, erased: 'whole' },
  referral_code_hash: { shown: undefined, erased: 'whole' },
  client_share_code: { shown: undefined, erased: 'whole' },
  // Anybody may leave words with a number: without a session they may be a stranger's (decision 0101).
  client_origin: { shown: { as: 'origin', by: [], without: ['phone_ref', 'email', 'message'] }, erased: 'whole' },
  contact_request: {
    shown: { as: 'contact_requests', by: ['id'], onlyIf: ({ signed_in: signedIn }) => signedIn === true },
    erased: 'whole',
  },
  text_received: { shown: { as: 'texts_sent', by: ['id'] }, erased: 'whole' },
  conversation: {
    shown: { as: 'conversations', by: ['id'], without: ['waits_since', 'announce_at', 'announced_id'] },
    erased: 'whole',
  },
  message: {
    shown: { as: 'conversation_messages', by: ['conversation_id', 'id'], without: ['operator', 'ended_wait'] },
    erased: 'whole',
  },
  conversation_note: { shown: undefined, erased: 'whole' },
  marketing_consent: { shown: { as: 'marketing_consents', by: ['id'] }, erased: 'whole' },
  session: { shown: { as: 'sessions', by: ['id'] }, erased: 'whole' },
  sign_in_challenge: { shown: { as: 'sign_in_codes', by: ['id'] }, erased: 'whole' },
  sign_in_nonce: { shown: { as: 'browsers', by: ['created_at'], without: ['hash'] }, erased: 'whole' },
  sign_in_key: { shown: { as: 'sign_in_links', by: ['id'], without: ['hash', 'nonce_hash'] }, erased: 'whole' },
  idempotency: { shown: undefined, erased: 'whole' },

  client_order: {
    shown: {
      as: 'orders',
      by: ['id'],
      without: [
        'payment_token',
        'field_versions',
        'field_authors',
        'nerd_id',
        'nerd_fee_cents',
        'work_sheet_at',
        'taken_by',
        'taken_at',
      ],
    },
    erased: {
      kept: 'its prices belong to the payment records',
      blank: [
        { column: 'title', to: 'null' },
        { column: 'subject', to: 'null' },
        { column: 'details', to: 'null' },
        { column: 'refund_decline_reason', to: 'null' },
        { column: 'attachments', to: 'empty list' },
      ],
    },
  },
  order_event: {
    shown: { as: 'order_events', by: ['order_id', 'id'], onlyOwnWords: true },
    erased: {
      kept: 'when an order was paid and sent belongs to its record',
      blank: [{ column: 'data', to: 'no keys' }],
    },
  },
  upload: {
    shown: { as: 'files', by: ['id'], without: ['object_key', 'kept_key'], onlyIf: isSentOrOwn },
    erased: 'whole',
  },
  upload_page: { shown: undefined, erased: 'whole' },
  client_upload_page: { shown: undefined, erased: 'whole' },
  files_received: { shown: { as: 'files_sent', by: ['id'], without: ['mark'] }, erased: 'whole' },
  staff_told: { shown: undefined, erased: { kept: 'it says when our people were mailed, and nothing of anybody' } },
  order_number: { shown: undefined, erased: { kept: leadsBack } },
  order_payment_token: { shown: undefined, erased: 'whole' },
  discount_use: {
    shown: { as: 'coupons_used', by: ['code', 'slot'] },
    erased: { kept: 'a code that is used up stays used up' },
  },
  discount_error_report: { shown: { as: 'coupon_errors', by: ['order_id', 'code', 'error_type'] }, erased: 'whole' },

  payment_attempt: { shown: { as: 'payment_attempts', by: ['id'] }, erased: { kept: paymentRecord } },
  payment_attempt_locator: { shown: undefined, erased: { kept: leadsBack } },
  card_customer: { shown: { as: 'card_customer', by: [] }, erased: 'whole' },
  ledger_entry: {
    shown: { as: 'ledger_entries', by: ['id'], withoutReasonOf: reasonsForStaff },
    erased: {
      kept: paymentRecord,
      blank: [{ column: 'data', to: { withoutKeys: ['card_brand', 'card_last4', 'card_mark', 'reason'] } }],
    },
  },
  ledger_line: { shown: { as: 'ledger_lines', by: ['entry_id', 'line'] }, erased: { kept: paymentRecord } },
  ledger_ref: { shown: undefined, erased: { kept: leadsBack } },
  refund: { shown: { as: 'refunds', by: ['id'], without: ['author'] }, erased: { kept: paymentRecord } },
  subscription: {
    shown: { as: 'subscriptions', by: ['id'] },
    erased: { kept: paymentRecord, blank: [{ column: 'card_last4', to: 'null' }] },
  },
  referral: {
    shown: { as: 'friends_brought', by: ['friend_id'], without: ['friend_id', 'order_id', 'same_person'] },
    erased: {
      kept: 'the friend’s gift depends on it; it has only keys, amounts and times',
      blank: [{ column: 'waits_since', to: 'null' }],
    },
  },
  referral_card: { shown: undefined, erased: { kept: 'a card brings one bonus; it holds keyed hashes alone' } },
  subscription_checkout: { shown: { as: 'subscription_pages', by: ['id'] }, erased: 'whole' },
  trial_use: { shown: undefined, erased: { kept: 'a trial that was used stays used; it holds keyed hashes alone' } },
  // Erasing leaves keyed hashes of phone, mailbox and card in `earlier_orders`, which names no client (HOLD-09).
  known_again: { shown: { as: 'orders_of_erased_accounts', by: [] }, erased: 'whole' },
}

/** The treatments as a list of tables. */
export const allTreatments: readonly (readonly [table: string, Treatment])[] = Object.entries<Treatment>(treatments)
