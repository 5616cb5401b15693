import type { EntryKind } from './entry-kinds.ts'
import type { AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { ServiceKey, ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { CardFigure } from '@nerdify/domain/books/book-figures.ts'
import type { Coupon, CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import type { MessageAuthor } from '@nerdify/domain/conversations/message-rules.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import type { AnnouncementWay } from '@nerdify/domain/messages/announcement-way.ts'
import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import type { PlanFamily, PlanTag } from '@nerdify/domain/plans/plans.ts'
import type { SubscriptionStatus } from '@nerdify/domain/plans/subscription-status.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import type { Measure } from '@nerdify/domain/pricing/units.ts'
import type { SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import type { ColumnType, Generated, Kysely } from 'kysely'

/** The tables as queries see them. Instants are read as epoch milliseconds and written as `Date`; money is in cents. */
type Instant = ColumnType<number, Date, Date>
type MaybeInstant = ColumnType<number | null, Date | null | undefined, Date | null>
/** jsonb: read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type Uuid = string

/** An event of an account, with its facts. */
export type ClientEvent =
  | { event: 'email_changed' | 'phone_changed'; data: { from: string | null; to: string | null } }
  | { event: 'subscription_agreed' | 'subscription_disagreed' | 'deletion_asked' | 'deletion_undone'; data?: never }

/** The kind of sign-in key: a mailed link works once, a texted one until it expires. */
export type SignInKeyKind = 'mail-link' | 'short-key'

/** The channel of a link. */
export type LinkChannel = 'email' | 'sms'

/** A stored extra service of an order; cents. */
export interface StoredService {
  /** Its price without plan or coupon. */
  list_cents: number
  /** Its price: 0 if the plan or the coupon includes it (SRV-04). */
  price_cents: number
  free_reason: 'plan' | 'coupon' | null
  added: boolean
  paid: boolean
  refunded: boolean
}
/** The extra services of an order by their key; empty without a price. */
export type StoredServices = Partial<Record<ServiceKey, StoredService>>

/** A discount applied to an order; cents. */
export interface AppliedDiscount {
  gift: CouponGift
  /** The services that it added, which are removed with it. */
  added_services: ServiceKey[]
  cashback_cents: number
}

/** The outcome of a payment attempt; `mismatch` was paid with another amount than requested. */
export type AttemptStatus = 'open' | 'paid' | 'expired' | 'failed' | 'mismatch'

/**
 * The outcome of a message: `unknown` may have been sent and is not retried, `failed` was accepted by the provider but
 * not delivered, `opted_out` was withheld because its reader unsubscribed (LAW-07).
 */
export type OutboxStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'dead' | 'expired' | 'unknown' | 'opted_out'

/** A stored attachment of a task; bytes. */
export interface StoredAttachment {
  id: Uuid
  name: string
  bytes: number
}

/** The outcome of an upload. */
export type UploadStatus = 'new' | 'scanning' | 'ready' | 'rejected' | 'infected'

/** The last change of a field of an order; `at` in epoch milliseconds. */
interface FieldAuthor {
  version: number
  author: string
  at: number
}

/** The key of a client's row. */
interface OfClient {
  client_id: Uuid
  id: Uuid
}
interface OfClientAt extends OfClient {
  at: Instant
}
/** A visit to the card provider's page, and its return addresses. */
interface CardPageVisit extends OfClient {
  session_id: string | null
  success_path: string
  cancel_path: string
  created_at: Instant
  expires_at: Instant
  checked_at: MaybeInstant
}

/** Every table by its name. */
export interface Tables {
  /** A client; `balance_cents` in cents, `country` an ISO code. */
  client: {
    id: Uuid
    created_at: Instant
    phone: string | null
    email: string | null
    nickname: string | null
    country: string | null
    tags: Generated<string[]>
    experiments: DefaultJson<{ subscription_nerdy?: string; app2_scale?: string }>
    preferences: DefaultJson<{ isSubscriptionPopupShown?: boolean }>
    balance_cents: Generated<number>
    /** When the client's requested deletion is due (LAW-06). */
    erase_at: MaybeInstant
    /** When the client was reminded, a day before (SAFE-13). */
    erase_reminded_at: MaybeInstant
    /** When the account was erased; then the row has no personal data. */
    erased_at: MaybeInstant
    /** The client's channel for order news (MSG-06). */
    announce_by: Generated<AnnouncementWay>
    /** When the client confirmed being 18 or older (LAW-02). */
    adult_confirmed_at: MaybeInstant
    /** Since when the client is blocked (SAFE-04). */
    blocked_at: MaybeInstant
  }
  client_event: OfClientAt & {
    author: string
    event: ClientEvent['event']
    data: DefaultJson<Partial<NonNullable<ClientEvent['data']>>>
  }
  client_phone: { phone: string; client_id: Uuid }
  client_email: { email: string; client_id: Uuid }
  /** A requested e-mail change (SAFE-02); pending until it is confirmed or ended. */
  email_change: OfClientAt & {
    /** The address in use at the request. */
    from_email: string | null
    /** The account's first address, typed after a code: it counts before it is confirmed. */
    is_first: Generated<boolean>
    to_email: string
    confirmed_at: MaybeInstant
    /** Replaced by a newer request, canceled or undone. */
    ended_at: MaybeInstant
    undone_at: MaybeInstant
  }
  /** A message's link that acts on an account without signing in, by the hash of its key. */
  account_link: {
    hash: string
    client_id: Uuid
    does: AccountLinkDeed
    /** The change that it confirms or undoes. */
    email_change_id: string | null
    /** The channel: a mailed link expires with the access to the account (SAFE-04). */
    channel: Generated<LinkChannel>
    expires_at: Instant
  }
  /** A session, until it ends or expires. */
  session: OfClient & {
    created_at: Instant
    expires_at: Instant
    ended_at: MaybeInstant
    time_zone: string | null
    /** How it began (SAFE-03); null in rows of older builds. */
    origin: Generated<SessionOrigin | null>
    /** The order of a rating or payment link. */
    order_id: Generated<Uuid | null>
    /** "Safari on iPhone", and an ISO code, if known at its start (SAFE-04). */
    browser: Generated<string | null>
    country: Generated<string | null>
  }
  /** A code sent to `value`; the code itself is not stored. */
  sign_in_challenge: {
    id: Uuid
    factor: string
    value: string
    client_id: Uuid
    attempts: Generated<number>
    sends: Generated<number>
    created_at: Instant
    last_sent_at: Instant
    expires_at: Instant
    consumed_at: MaybeInstant
    /** The number without its last four digits. */
    prefix: Generated<string | null>
  }
  /** The key of a sent link, as its hash; the key itself is derived from `id`. */
  sign_in_key: {
    hash: string
    id: Uuid
    kind: SignInKeyKind
    client_id: Uuid
    created_at: Instant
    expires_at: Instant
    used_at: MaybeInstant
    /**
     * The origin of sessions opened by a `short-key` (SAFE-03); null for a link that only signs in, and in older rows.
     */
    origin: Generated<SessionOrigin | null>
    order_id: Generated<Uuid | null>
    /** The channel: a mailed link signs in by a press (AUTH-10). */
    channel: Generated<LinkChannel>
    /** The nonce of the browser that requested a `mail-link`, as its hash: there the link signs in at once. */
    nonce_hash: Generated<string | null>
  }
  /** The nonce of a browser that requested a code, as its hash (SAFE-14). */
  sign_in_nonce: {
    hash: string
    client_id: Uuid
    challenge_id: Uuid
    /** Requested by a browser that had signed in before. */
    is_known: Generated<boolean>
    attempts: Generated<number>
    created_at: Instant
    /** When it signed in. */
    proved_at: MaybeInstant
  }
  /** The codes of a client: the private one encrypted and hashed, the public one in plain text. */
  client_referral: {
    client_id: Uuid
    sealed_code: string
    hash: string
    share_code: string
    made_at: Instant
  }
  referral_code_hash: { hash: string; client_id: Uuid }
  client_share_code: { code: string; client_id: Uuid }
  rate_bucket: { key: string; window_start: Instant; count: number }
  idempotency: {
    client_id: Uuid
    key: string
    fingerprint: string
    answer: Json<unknown> | null
    created_at: Instant
  }
  price_table: {
    name: string
    prices: Json<PriceTable>
    service_prices: Json<ServicePrices>
    /** The credit for late work (WAIT-05). */
    late_credit: DefaultJson<LateCredit>
    version: number
    /** Unused; older builds read it. */
    revision: Generated<Uuid>
    updated_at: Instant
  }
  discount: { code: string; definition: Json<Omit<Coupon, 'code'>>; updated_at: Instant }
  discount_use: {
    code: string
    slot: string
    client_id: Uuid
    order_id: Uuid
    held_at: Instant
    used_at: MaybeInstant
  }
  discount_error_report: {
    client_id: Uuid
    order_id: Uuid
    code: string
    error_type: string
    reported_at: Instant
    /** The number of errors since its last mail. */
    untold: Generated<number>
    /** Since when it waits for the digest; null if it does not. */
    digest_since: MaybeInstant
  }
  /** An order: only facts; everything derived from them is computed (see docs/decisions/0003). */
  client_order: OfClient & {
    number: string
    payment_token: string
    created_at: Instant
    updated_at: Instant
    version: number
    field_versions: Json<Record<string, number>>
    /** By field; older builds write versions without it. */
    field_authors: DefaultJson<Record<string, FieldAuthor>>
    price_name: PriceName | null
    title: string | null
    subject: string | null
    details: string | null
    size_count: number | null
    size_measure: Measure | null
    deadline: MaybeInstant
    plagiarism_check: Generated<boolean>
    quote_cents: Generated<number>
    discount_cents: Generated<number>
    service_cents: Generated<number>
    price_cents: Generated<number>
    quoted_at: MaybeInstant
    services: DefaultJson<StoredServices>
    discount_code: Generated<string | null>
    discount: MaybeJson<AppliedDiscount>
    discount_error_type: Generated<string | null>
    discount_error_value: MaybeJson<string | number>
    paid_cents: Generated<number>
    refunded_cents: Generated<number>
    system_status: SystemStatus | null
    client_status: ClientStatus | null
    mark: Generated<number>
    tags: Generated<string[]>
    additional: Generated<string[]>
    profile_arch: Generated<number>
    declined: Generated<boolean>
    is_promo: Generated<boolean>
    is_complex: Generated<boolean>
    tips_paid: Generated<boolean>
    tips_cents: Generated<number>
    sent_at: MaybeInstant
    client_accept_at: MaybeInstant
    revision_accept_at: MaybeInstant
    revision_deadline: MaybeInstant
    /** A later deadline that the client has not answered (OPS-12). */
    offered_deadline: MaybeInstant
    refund_accept_at: MaybeInstant
    payment_link_sent_at: MaybeInstant
    /** The balance should pay as much as it can (PAY-13). */
    use_balance: Generated<boolean>
    /** The part of the balance reserved by an open card page, in cents. */
    held_cents: Generated<number>
    attachments: DefaultJson<StoredAttachment[]>
    writer_revision_complete_at: MaybeInstant
    /** Operations agreed the price, which is valid until the deadline. */
    price_fixed: Generated<boolean>
    /** When the client got the one reminder to pay. */
    recalled_at: MaybeInstant
    /** The version of the displayed honor code (LAW-03). */
    honour_code: Generated<string | null>
    /** The client's preferred Nerd by name (SRV-05). */
    preferred_worker: Generated<string | null>
    /** The assigned Nerd (OPS-14); null before, and for Nerds without an entry. */
    nerd_id: Generated<Uuid | null>
    /** The fee agreed with this Nerd, in cents; null without one (OPS-14). */
    nerd_fee_cents: Generated<number | null>
    /** When this Nerd was last mailed the work sheet; null without an e-mail. */
    work_sheet_at: MaybeInstant
    /** The staff member who took it (OPS-09), for waits that had begun by `taken_at`. */
    taken_by: Generated<string | null>
    taken_at: MaybeInstant
    /** Why the last refund request was declined, in words for the client (CAB-11). */
    refund_decline_reason: Generated<string | null>
    /** When staff settled the last bad rating's review (WAIT-01); null until then. */
    review_settled_at: MaybeInstant
    /** The credit promised for late work at payment (WAIT-05). */
    late_credit: DefaultJson<LateCredit>
    /** The credited part of it that was not taken back, in cents. */
    late_credit_cents: Generated<number>
  }
  /** A Nerd of the register (OPS-14). */
  nerd: {
    id: Uuid
    name: string
    /** Receives the work sheets. */
    email: string | null
    subjects: Generated<string[]>
    /** An inactive Nerd gets no new orders. */
    active: Generated<boolean>
    /** The entered rating, in hundredths of a star. */
    rating_hundredths: number
    created_at: Instant
  }
  /** The paid-out tips and fees of a Nerd's month (OPS-14); `before_cents` were paid out earlier. */
  tip_payout: {
    nerd_id: Uuid
    month: string
    before_cents: number
    cents: number
    /** The orders whose fees the payout included; null for older payouts. */
    fee_orders: Generated<string[] | null>
    reference: string
    author: string
    at: Instant
  }
  /** A figure of a day that differs from the card provider's (OPS-13). */
  day_difference: {
    day: string
    figure: CardFigure
    ours_cents: number
    theirs_cents: number
    compared_at: Instant
    settled_at: MaybeInstant
    settled_by: string | null
    reason: string | null
  }
  /** A current alert (GO-05). */
  alert: { name: string; since: Instant; seen_at: Instant; mailed_at: Instant }
  /** The newest nightly backup (GO-06): a manual one promises no next one. */
  backup: { kind: 'nightly'; at: Instant }
  /** What staff were mailed about an order (WAIT-03): an event's key, or `late:` and the wait. */
  staff_told: { client_id: Uuid; order_id: Uuid; what: string; at: Instant }
  order_number: { number: string; client_id: Uuid; order_id: Uuid }
  order_payment_token: { token: string; client_id: Uuid; order_id: Uuid }
  order_event: OfClientAt & {
    order_id: Uuid
    author: string
    event: string
    data: DefaultJson<object>
  }
  /** One attempt to pay one amount, in cents. */
  payment_attempt: CardPageVisit & {
    order_id: Uuid
    kind: 'order' | 'tip'
    /** The card's part. */
    cents: number
    /** The balance's part, reserved while the page is open (PAY-13). */
    balance_cents: Generated<number>
    /** The services bought after the order was paid; null for the order itself (PAY-08). */
    services: MaybeJson<ServiceKey[]>
    /** The provider's customer whose saved cards the page offers (PAY-01). */
    saved_cards_of: string | null
    currency: string
    status: AttemptStatus
    payment_intent_id: string | null
  }
  payment_attempt_locator: { attempt_id: Uuid; client_id: Uuid }
  card_customer: { client_id: Uuid; customer_id: string; email: string | null }
  ledger_entry: OfClient & {
    kind: EntryKind
    ref: string
    order_id: Uuid | null
    at: Instant
    data: DefaultJson<object>
  }
  ledger_line: { client_id: Uuid; entry_id: Uuid; line: number; account: string; cents: number }
  ledger_ref: { ref: string; client_id: Uuid; entry_id: Uuid }
  /** Money to refund, in cents; `created` until the provider is called. */
  refund: OfClient & {
    order_id: Uuid
    payment_intent_id: string
    cents: number
    reason: string
    status: 'created' | 'pending' | 'succeeded' | 'failed'
    provider_id: string | null
    created_at: Instant
    attempts: Generated<number>
    next_at: Instant
    /** Its refund request; null for a surplus and for a refund made at the provider. */
    group_id: Uuid | null
    /** The extra services that the request refunds. */
    services: MaybeJson<ServiceKey[]>
    /** The author of the request, as in the order's history. */
    author: string | null
  }
  payment_mark: { name: string; at: Instant }
  card_event: {
    id: string
    type: string
    object_id: string
    status: 'new' | 'done' | 'given_up'
    attempts: Generated<number>
    last_error: string | null
    next_at: Instant
    received_at: Instant
  }
  /** A plan with monthly payments: a copy of the card provider's state; cents. */
  subscription: {
    client_id: Uuid
    /** The card provider's id. */
    id: string
    customer_id: string
    plan: PlanTag
    family: PlanFamily
    status: SubscriptionStatus
    /** A second plan of its family, which is ended and refunded. */
    surplus: Generated<boolean>
    /** A trial ended at once: the client, or their card, had one before (SUB-14). */
    trial_refused: Generated<boolean>
    cancel_at_period_end: boolean
    monthly_cents: number
    period_start: Instant
    period_end: Instant
    trial_end: MaybeInstant
    card_last4: string | null
    started_at: Instant
    /** The last paid month. */
    paid_invoice_id: Generated<string | null>
    paid_cents: Generated<number>
    paid_at: MaybeInstant
    payment_id: Generated<string | null>
    /** The part of that month paid by the client's credit at the provider. */
    paid_credit_cents: Generated<number>
    refund_asked_at: MaybeInstant
    /** The month to refund, as it was at the request (HOLD-06). */
    refund_invoice_id: Generated<string | null>
    refund_payment_id: Generated<string | null>
    refund_cents: Generated<number | null>
    refund_attempts: Generated<number>
    refund_reason: Generated<string | null>
    refund_next_at: MaybeInstant
    refund_id: Generated<string | null>
    refunded_at: MaybeInstant
    synced_at: Instant
  }
  /** A visit to the card provider's page: to subscribe, or to pay with another card. */
  subscription_checkout: CardPageVisit & {
    kind: 'subscribe' | 'card'
    tag: string | null
    subscription_id: string | null
    status: 'open' | 'complete' | 'expired'
  }
  /** A referral (REF-04); cents. */
  referral: {
    /** The referrer. */
    client_id: Uuid
    friend_id: Uuid
    at: Instant
    /** The friend's first paid order, and the card's part of its payment. */
    order_id: Uuid | null
    card_cents: Generated<number>
    /** Both are one person (REF-05). */
    same_person: Generated<boolean>
    /** The card had earned a bonus before (SAFE-08). */
    card_known: Generated<boolean>
    /** Since when the bonus waits for staff (SAFE-08). */
    waits_since: MaybeInstant
    /** Staff refused the bonus (SAFE-08). */
    refused: Generated<boolean>
    /** On the referrer's balance. */
    bonus_cents: Generated<number>
    /** Waits for the first delivery of the order. */
    pending_cents: Generated<number>
  }
  /** A card that earned a bonus, as a keyed hash: for whom, and for which friend (SAFE-08). */
  referral_card: {
    mark: string
    client_id: Uuid
    friend_id: Uuid
    at: Instant
  }
  trial_use: {
    kind: 'client' | 'phone' | 'email' | 'card'
    /** The client's key, or a keyed hash. */
    mark: string
    client_id: Uuid
    subscription_id: string
    at: Instant
  }
  /** Keyed hashes that recognize an erased account's owner, and the number of their paid orders (HOLD-09). */
  earlier_orders: { kind: 'phone' | 'email' | 'card'; mark: string; orders: number; at: Instant }
  known_again: { client_id: Uuid; orders: number }
  /** A file uploaded or in upload; `bytes` is its exact size. */
  upload: OfClient & {
    origin: 'client' | 'page' | 'operations'
    object_key: string
    kept_key: string
    file_name: string
    declared_type: string
    bytes: number
    status: UploadStatus
    note: string | null
    /** The MIME type of the bytes; null for text, for bytes without a known mark, and before the check (FILE-07). */
    found_type: string | null
    created_at: Instant
    scan_at: MaybeInstant
    /** Since when it waits for the scanner, and when staff were notified of that (SAFE-15). */
    unscanned_since: MaybeInstant
    unscanned_told_at: MaybeInstant
    order_id: string | null
    order_file_type: OrderFileType | null
    attached_at: MaybeInstant
    /** Its message, which determines when the client sees it (TALK-01). */
    message_id: string | null
    /** When the upload page last submitted it (UP-04). */
    received_at: MaybeInstant
    deleted_at: MaybeInstant
  }
  upload_page: { page_id: string; client_id: Uuid }
  client_upload_page: { client_id: Uuid; page_id: string }
  /** A submission of the upload page (UP-04); `mark` is equal for the same files with the same description. */
  files_received: OfClientAt & {
    mark: string
    description: string
    /** The order that the files joined; null if none was active. */
    order_id: Uuid | null
    /** The keys of the uploads. */
    uploads: Json<string[]>
  }
  lease: { name: string; owner: Uuid; until: Instant }
  /** An outgoing message. */
  outbox: {
    id: Uuid
    shard: number
    channel: 'sms' | 'email'
    to_address: string
    template: string
    variables: Json<Record<string, string>>
    dedupe_key: string | null
    status: OutboxStatus
    attempts: Generated<number>
    next_at: Instant
    locked_until: MaybeInstant
    expires_at: MaybeInstant
    provider_id: string | null
    error_code: string | null
    created_at: Instant
    finished_at: MaybeInstant
    /** The last try may have been sent: ask the provider before the next. */
    in_doubt: Generated<boolean>
    delivered_at: MaybeInstant
  }
  /** The message with a dedupe key. */
  outbox_key: { dedupe_key: string; message_id: Uuid }
  opt_out: { channel: 'sms' | 'email'; address: string; at: Instant; said: string }
  marketing_consent: OfClientAt & {
    granted: boolean
    wording: string
    phone: string | null
    email: string | null
    ip: string | null
  }
  client_origin: {
    client_id: Uuid
    at: Instant
    country: string | null
    landing: string | null
    landing_query: string | null
    referral: string | null
    phone_ref: string | null
    email: string | null
    message: string | null
    /** No code was entered yet: landing and referral are unknown (REF-04). */
    awaits_code: Generated<boolean>
  }
  contact_request: OfClientAt & {
    phone: string
    from_number: string | null
    body: string | null
    landing: string | null
    landing_query: string | null
    facebook_page_id: string | null
    facebook_messenger_id: string | null
    email: string | null
    phone_ref: string | null
    /** Whether the session of the number's own client left it; else the number is only typed (MSG-01). */
    signed_in: Generated<boolean>
    /** When staff answered; null while it waits (WAIT-01). */
    answered_at: Instant | null
  }
  /** An incoming text for staff to answer; `client_id` is null if no client has the number. */
  text_received: {
    id: Uuid
    client_id: Uuid | null
    at: Instant
    phone: string
    body: string
    answered_at: Instant | null
  }
  /** An answer by text to a number without an account (TALK-05). */
  text_answer: { phone: string; id: Uuid; at: Instant; operator: string; body: string }
  /** TALK-01: an order's has the order's id, the general one the client's own. */
  conversation: OfClient & {
    last_at: Instant
    /** The first client's message since the last answer; null if none waits (WAIT-01). */
    waits_since: MaybeInstant
    client_read_id: Uuid | null
    staff_read_id: Uuid | null
    /** When unread messages are announced next (TALK-04); null if none wait for it. */
    announce_at: MaybeInstant
    /** The newest announced message: the next announcement waits until the client reads it. */
    announced_id: Uuid | null
  }
  /** `at` and `id` refer to the instant from which the client sees it. */
  message: OfClientAt & {
    conversation_id: Uuid
    author: MessageAuthor
    /** The Nerd's name, if a Nerd wrote it. */
    name: string | null
    /** The person who answered; hidden from the client. */
    operator: string | null
    body: string
    /** The wait ended by an answer. */
    ended_wait: MaybeInstant
    /** Whether it arrived by text (TALK-05). */
    by_text: Generated<boolean>
    /** When the other side read it. */
    read_at: MaybeInstant
  }
  /** Staff's internal notes about a conversation; hidden from clients (TALK-09). */
  conversation_note: OfClientAt & { conversation_id: Uuid; operator: string; body: string }
  /** DESK-04. */
  saved_reply: {
    id: Uuid
    name: string
    body: string
    version: Generated<number>
    changed_by: string
    changed_at: Instant
  }
  /** OPS-15; a removed person keeps the row, whose name is in the log. */
  staff: {
    id: Uuid
    name: string
    email: string
    role: StaffRole
    invited_at: Instant
    /** The first sign-in; null before it. */
    joined_at: MaybeInstant
    removed_at: MaybeInstant
  }
  /** In lower case. */
  staff_email: { email: string; staff_id: Uuid }
  /** In lower case. */
  staff_name: { name: string; staff_id: Uuid }
  staff_link: {
    hash: string
    staff_id: Uuid
    /** The requesting browser's; null for an invitation. */
    nonce_hash: string | null
    created_at: Instant
    expires_at: Instant
    used_at: MaybeInstant
  }
  staff_session: {
    hash: string
    staff_id: Uuid
    created_at: Instant
    expires_at: Instant
    ended_at: MaybeInstant
  }
  /** The page that a stream of staff shows (DESK-07). */
  staff_page: { stream_id: Uuid; staff_id: Uuid; page: string; seen_at: Instant }
  operations_log: {
    id: Uuid
    at: Instant
    author: string
    action: string
    subject: string
    request: Json<Record<string, unknown>>
  }
}

/** The database, or a transaction in it. */
export type Queries = Kysely<Tables>
