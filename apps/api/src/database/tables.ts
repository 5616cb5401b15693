import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { ServiceKey, ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { Coupon, CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import type { Measure } from '@nerdify/domain/pricing/units.ts'
import type { ColumnType, Generated, Kysely } from 'kysely'

/** The tables as the queries see them. Instants are read as epoch milliseconds and written as `Date`; money is cents. */
type Instant = ColumnType<number, Date, Date>
type MaybeInstant = ColumnType<number | null, Date | null | undefined, Date | null>
/** jsonb: read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type Uuid = string

/** A client; `balance_cents` in cents, `country` an ISO code. */
export interface ClientTable {
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
}

/** A session; over when it has ended or expired. */
export interface SessionTable {
  client_id: Uuid
  id: Uuid
  created_at: Instant
  expires_at: Instant
  ended_at: MaybeInstant
  time_zone: string | null
}

/** A code that was sent to `value`; the code itself is not kept. */
export interface SignInChallengeTable {
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
}

/** One extra service as it is stored with its order; cents. */
export interface StoredService {
  /** What it would cost were it not free. */
  list_cents: number
  /** What it costs: 0 when the plan or the coupon includes it (SRV-04). */
  price_cents: number
  free_reason: 'plan' | 'coupon' | null
  added: boolean
  paid: boolean
  refunded: boolean
}
/** The extra services of an order by their key; empty while the order has no price. */
export type StoredServices = Partial<Record<ServiceKey, StoredService>>

/** A discount as it was applied to an order; cents. */
export interface AppliedDiscount {
  gift: CouponGift
  /** The services that it added itself, so that they go with it. */
  added_services: ServiceKey[]
  cashback_cents: number
}

/** An order: facts only, what follows from them is computed (see docs/decisions/0003). */
export interface OrderTable {
  client_id: Uuid
  id: Uuid
  number: string
  payment_token: string
  created_at: Instant
  updated_at: Instant
  version: number
  field_versions: Json<Record<string, number>>
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
  refund_accept_at: MaybeInstant
  payment_link_sent_at: MaybeInstant
  writer_revision_complete_at: MaybeInstant
}

/** What became of a payment attempt; `mismatch` was paid with another amount than asked. */
export type AttemptStatus = 'open' | 'paid' | 'expired' | 'failed' | 'mismatch'

/** One way of paying one amount, in cents. */
export interface PaymentAttemptTable {
  client_id: Uuid
  id: Uuid
  order_id: Uuid
  kind: 'order'
  cents: number
  currency: string
  status: AttemptStatus
  session_id: string | null
  payment_intent_id: string | null
  success_path: string
  cancel_path: string
  created_at: Instant
  expires_at: Instant
  checked_at: MaybeInstant
}

/** Money to give back, in cents; `created` until the provider was asked. */
export interface RefundTable {
  client_id: Uuid
  id: Uuid
  order_id: Uuid
  payment_intent_id: string
  cents: number
  reason: string
  status: 'created' | 'pending' | 'succeeded' | 'failed'
  provider_id: string | null
  created_at: Instant
  attempts: Generated<number>
  next_at: Instant
}

/** What became of a message; `unknown` may have gone out and is not sent again. */
export type OutboxStatus = 'queued' | 'sending' | 'sent' | 'dead' | 'expired' | 'unknown'

/** A message that is to leave. */
export interface OutboxTable {
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
}

/** Every table by its name. */
export interface Tables {
  client: ClientTable
  client_phone: { phone: string; client_id: Uuid }
  client_email: { email: string; client_id: Uuid }
  session: SessionTable
  sign_in_challenge: SignInChallengeTable
  rate_bucket: { key: string; window_start: Instant; count: number }
  idempotency: {
    client_id: Uuid
    key: string
    fingerprint: string
    status: number | null
    answer: Json<unknown> | null
    created_at: Instant
  }
  price_table: {
    name: string
    prices: Json<PriceTable>
    service_prices: Json<ServicePrices>
    version: number
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
  }
  client_order: OrderTable
  order_number: { number: string; client_id: Uuid; order_id: Uuid }
  order_payment_token: { token: string; client_id: Uuid; order_id: Uuid }
  order_event: {
    client_id: Uuid
    order_id: Uuid
    id: Uuid
    at: Instant
    author: string
    event: string
    data: DefaultJson<Record<string, unknown>>
  }
  payment_attempt: PaymentAttemptTable
  payment_attempt_locator: { attempt_id: Uuid; client_id: Uuid }
  card_customer: { client_id: Uuid; customer_id: string }
  ledger_entry: {
    client_id: Uuid
    id: Uuid
    kind: string
    ref: string
    order_id: Uuid | null
    at: Instant
    data: DefaultJson<Record<string, unknown>>
  }
  ledger_line: { client_id: Uuid; entry_id: Uuid; line: number; account: string; cents: number }
  ledger_ref: { ref: string; client_id: Uuid; entry_id: Uuid }
  refund: RefundTable
  card_event: {
    id: string
    type: string
    object_id: string
    status: 'new' | 'done' | 'dead'
    attempts: Generated<number>
    last_error: string | null
    next_at: Instant
    received_at: Instant
  }
  lease: { name: string; owner: Uuid; until: Instant }
  outbox: OutboxTable
  operations_log: {
    id: Uuid
    at: Instant
    author: string
    action: string
    subject: string
    request: Json<Record<string, unknown>>
  }
}

/** The database, or a transaction of it. */
export type Queries = Kysely<Tables>
