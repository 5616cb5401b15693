import type { Tables } from '../database/tables.ts'

/** The tables with rows of one client. */
type ClientOwned = {
  [Name in keyof Tables]: Tables[Name] extends { client_id: string } ? Name : never
}[keyof Tables]

/** What becomes of the rows of one table (LAW-06). A new table of a client's does not compile without its line here. */
interface Treatment<Row> {
  /**
   * The name in "Download my data", without columns that are secrets or name our people; or nothing, where the rows tell a
   * client nothing. With `onlyOwnWords`, rows of other authors say that they are there, and not what our people wrote.
   */
  shown:
    | {
        as: string
        without?: readonly (keyof Row & string)[]
        onlyOwnWords?: Row extends { author: string; data: unknown } ? true : never
      }
    | undefined
  /** Erased with the account, or kept as a payment record without what is personal. */
  erased: 'whole' | { kept: string; blank?: readonly { column: keyof Row & string; to: Emptied }[] }
}

/** How a personal column of a kept row is emptied: to null, to an empty list, to no keys, or of some keys of its JSON. */
export type Emptied = 'null' | 'empty list' | 'no keys' | { withoutKeys: readonly string[] }

const leadsBack = 'it leads from a reference back to the client’s key, which tells of nobody'
const paymentRecord = 'it is a payment record, and tells of nobody'

/** Every table with rows of a client, and what becomes of them. */
export const treatments: { readonly [Name in ClientOwned]: Treatment<Tables[Name]> } = {
  client_event: { shown: { as: 'account_events' }, erased: 'whole' },
  client_phone: { shown: undefined, erased: 'whole' },
  client_email: { shown: undefined, erased: 'whole' },
  client_referral: { shown: { as: 'referral', without: ['sealed_code', 'hash'] }, erased: 'whole' },
  referral_code_hash: { shown: undefined, erased: 'whole' },
  client_share_code: { shown: undefined, erased: 'whole' },
  client_origin: { shown: { as: 'origin' }, erased: 'whole' },
  contact_request: { shown: { as: 'contact_requests' }, erased: 'whole' },
  marketing_consent: { shown: { as: 'marketing_consents' }, erased: 'whole' },
  session: { shown: { as: 'sessions' }, erased: 'whole' },
  sign_in_challenge: { shown: { as: 'sign_in_codes' }, erased: 'whole' },
  sign_in_key: { shown: { as: 'sign_in_links', without: ['hash'] }, erased: 'whole' },
  idempotency: { shown: undefined, erased: 'whole' },

  client_order: {
    shown: { as: 'orders', without: ['payment_token', 'field_versions'] },
    erased: {
      kept: 'its prices belong to the payment records',
      blank: [
        { column: 'title', to: 'null' },
        { column: 'subject', to: 'null' },
        { column: 'details', to: 'null' },
        { column: 'attachments', to: 'empty list' },
      ],
    },
  },
  order_event: {
    shown: { as: 'order_events', onlyOwnWords: true },
    erased: {
      kept: 'when an order was paid and sent belongs to its record',
      blank: [{ column: 'data', to: 'no keys' }],
    },
  },
  upload: { shown: { as: 'files', without: ['object_key', 'kept_key'] }, erased: 'whole' },
  upload_page: { shown: undefined, erased: 'whole' },
  client_upload_page: { shown: undefined, erased: 'whole' },
  files_received: { shown: { as: 'files_sent', without: ['mark'] }, erased: 'whole' },
  order_number: { shown: undefined, erased: { kept: leadsBack } },
  order_payment_token: { shown: undefined, erased: 'whole' },
  discount_use: { shown: { as: 'coupons_used' }, erased: { kept: 'a code that is used up stays used up' } },
  discount_error_report: { shown: { as: 'coupon_errors' }, erased: 'whole' },

  payment_attempt: { shown: { as: 'payment_attempts' }, erased: { kept: paymentRecord } },
  payment_attempt_locator: { shown: undefined, erased: { kept: leadsBack } },
  card_customer: { shown: { as: 'card_customer' }, erased: 'whole' },
  ledger_entry: {
    shown: { as: 'ledger_entries' },
    erased: {
      kept: paymentRecord,
      blank: [{ column: 'data', to: { withoutKeys: ['card_last4', 'card_mark'] } }],
    },
  },
  ledger_line: { shown: { as: 'ledger_lines' }, erased: { kept: paymentRecord } },
  ledger_ref: { shown: undefined, erased: { kept: leadsBack } },
  refund: { shown: { as: 'refunds', without: ['author'] }, erased: { kept: paymentRecord } },
  subscription: {
    shown: { as: 'subscriptions' },
    erased: { kept: paymentRecord, blank: [{ column: 'card_last4', to: 'null' }] },
  },
  referral: { shown: { as: 'friends_brought', without: ['friend_id', 'order_id', 'same_person'] }, erased: 'whole' },
  subscription_checkout: { shown: { as: 'subscription_pages' }, erased: 'whole' },
  trial_use: { shown: undefined, erased: { kept: 'a trial that was used stays used; it holds keyed hashes alone' } },
}

/** A treatment without the names of its table's columns. */
interface AnyTreatment {
  shown: { as: string; without?: readonly string[]; onlyOwnWords?: true } | undefined
  erased: 'whole' | { kept: string; blank?: readonly { column: string; to: Emptied }[] }
}

/** Each table with what becomes of its rows, for work that goes through all of them. */
export const allTreatments: readonly (readonly [table: string, AnyTreatment])[] =
  Object.entries<AnyTreatment>(treatments)
