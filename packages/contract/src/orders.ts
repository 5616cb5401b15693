import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { discountTypes } from '@nerdify/domain/discounts/discount-info.ts'
import { maxFilesOfTask } from '@nerdify/domain/files/file-limits.ts'
import { clientEventNames } from '@nerdify/domain/orders/client-history.ts'
import { listFilters } from '@nerdify/domain/orders/order-lists.ts'
import { maxTitleLength } from '@nerdify/domain/orders/order-name.ts'
import { maxNoteLength } from '@nerdify/domain/orders/note.ts'
import { orderActionNames } from '@nerdify/domain/orders/order-actions.ts'
import type { AdditionalFlag } from '@nerdify/domain/orders/order-facts.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import { lowRatingTags } from '@nerdify/domain/orders/mark.ts'
import { type Static, Type } from 'typebox'
import { alwaysNullText, nullSchemas } from './fields-always-null.ts'
import { Attachment, SentFile } from './files.ts'
import { PageNumber, pageFields } from './page-of.ts'
import { closed, Instant, Nullable, oneOf, underEach, wordOf } from './vocabulary.ts'
import { LateCreditSteps } from './pricing.ts'

/** The accepted price names of a written `type` (API-04). */
export const OrderTypeName = oneOf(priceNames)

export const ServiceTag = oneOf(serviceKeys)
export type ServiceTag = Static<typeof ServiceTag>

/** The longest coupon code accepted for lookup, spaces included, in characters. */
export const maxCouponCodeLength = 64
/** In characters. */
export const maxWorkerNameLength = 60

const changeable = {
  title: Type.Optional(Type.String({ maxLength: maxTitleLength })),
  subject: Type.Optional(Type.String({ maxLength: 100 })),
  /** Limited by `maxDetailsLength` of the domain, which has the message for it. */
  details: Type.Optional(Type.String()),
  deadline: Type.Optional(Instant),
  size: Type.Optional(Type.String({ maxLength: 40 })),
  type: Type.Optional(OrderTypeName),
  /** Adds or removes the plagiarism report (adv_plagreport) (API-12). */
  plagiarism_check: Type.Optional(Type.Boolean()),
  /** Whether the balance pays as much as it can (PAY-13). */
  use_balance: Type.Optional(Type.Boolean()),
  /** Uploads to attach; existing attachments stay. With request_revision they belong to the request. */
  files: Type.Optional(Type.Array(SentFile, { maxItems: maxFilesOfTask })),
  /** Accepted and ignored, so that a client may send an order back as it read it (API-04). */
  id: Type.Optional(Type.String({ maxLength: 64 })),
  client_id: Type.Optional(Type.String({ maxLength: 64 })),
}

/** The body that creates an order (API-04). Size is "{count} {measure}"; type is the price name. */
export const OrderCreation = closed({ ...changeable })
export type OrderCreation = Static<typeof OrderCreation>

/** A reason of a bad rating (RATE-04). */
const RatingTag = wordOf(lowRatingTags)

/** A flag that the client may set: they closed the rating prompt (STATE-13). */
const SettableFlag = wordOf<AdditionalFlag>(['review_shown_on_client'])

/**
 * A change of an order (API-04, API-05, SRV-03, DISC-18).
 * - A service's action needs its `tag`, discount_add a `code`, the preferred Nerd's action a `worker`: one of
 * `me/nerds` by name (SRV-05).
 * - A client's event (STATE-20) comes alone, with an optional `note`.
 * - A rating comes alone, with a `mark` from 1 to 5 and optional `feedback` and `tags` (RATE-02).
 * - `version` is the version that the change is based on: if somebody changed the same field since, the API answers 409
 * (FLOW-18). Without it the last write wins. With an event only the answer to an offered deadline depends on it: 409
 * offer_changed after a newer offer (OPS-12).
 */
export const OrderChange = closed({
  ...changeable,
  version: Type.Optional(Type.Integer({ minimum: 0 })),
  action: Type.Optional(
    oneOf([
      'service_add',
      'service_delete',
      'discount_add',
      'discount_del',
      'accept',
      'request_revision',
      'request_refund',
      'accept_deadline',
      'decline_deadline',
      'client_feedback',
    ]),
  ),
  tag: Type.Optional(ServiceTag),
  code: Type.Optional(Type.String({ maxLength: maxCouponCodeLength })),
  worker: Type.Optional(Type.String({ maxLength: maxWorkerNameLength })),
  note: Type.Optional(Type.String({ maxLength: maxNoteLength })),
  mark: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  feedback: Type.Optional(Type.String({ maxLength: maxNoteLength })),
  tags: Type.Optional(Type.Array(RatingTag, { maxItems: lowRatingTags.length })),
  /** Flags to set; omitting one does not clear it (CAB-06). */
  additional: Type.Optional(Type.Array(SettableFlag, { maxItems: 1 })),
  option: Type.Optional(Type.Literal('payment_link_sent')),
})
export type OrderChange = Static<typeof OrderChange>

/**
 * An extra service of an order (SRV-01, SRV-04): price in dollars; `active` means paid; if it costs 0, added or not,
 * `free_reason` names the client's plan or the coupon.
 */
export const OrderService = Type.Object({
  price: Type.Number(),
  added: Type.Boolean(),
  active: Type.Boolean(),
  refunded: Type.Boolean(),
  free_reason: Nullable(oneOf(['plan', 'coupon'])),
})
export type OrderService = Static<typeof OrderService>

/**
 * An entry of discountInfo (DISC-14): `value` is the percentage, the dollars of an amount, or the regular price of a
 * free add-on; `quote_amount` the dollars off the quote price, `cashback_amount` the dollars credited to the balance
 * after payment. A coupon of several free add-ons has one entry per add-on.
 */
export const DiscountInfo = Type.Object({
  code: Type.String(),
  value: Type.Number(),
  discount_type: oneOf(discountTypes),
  quote_amount: Type.Number(),
  cashback_amount: Type.Number(),
})
export type DiscountInfo = Static<typeof DiscountInfo>

/** The list's filters (API-03). */
export const OrderFilter = oneOf(listFilters)
export type OrderFilter = Static<typeof OrderFilter>

/**
 * An order as a client reads it, under the specification's field names, misspellings included (API-12). Money is in
 * dollars with 2 decimals, instants are ISO 8601 in UTC. The flags `isCan…` are the server's verdicts (STATE-19).
 */
export const Order = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    number: Type.String(),
    /** The order's version number; sent back with a change (FLOW-18). */
    version: Type.Integer(),
    jobType: Nullable(Type.String()),
    service_type: Nullable(Type.String()),
    priceName: Type.String(),
    type: Type.String(),
    title: Nullable(Type.String()),
    /**
     * The order's name: its title, else the first words of its description, else its subject; null without any
     * (EASE-03).
     */
    name: Nullable(Type.String()),
    subject: Nullable(Type.String()),
    details: Nullable(Type.String()),
    size: Nullable(Type.String()),
    measure: Nullable(Type.String()),
    measurePagesOrWords: Nullable(Type.String()),
    pages: Nullable(Type.Integer()),
    words: Nullable(Type.Integer()),
    slides: Nullable(Type.Integer()),
    minutes: Nullable(Type.Integer()),
    deadline: Nullable(Instant),
    /** Hours to the deadline, rounded up, 0 if past. */
    deadlineInHours: Type.Integer(),
    /** Whole minutes to the deadline, 0 if past. */
    deadline_left: Type.Integer(),
    price: Type.Number(),
    quote_price: Type.Number(),
    /** Staff agreed the price for this size and deadline; it is valid until then (OPS-05). Older builds do not send it. */
    price_fixed: Type.Optional(Type.Boolean()),
    /** When it was last priced for its size and deadline; null without a price. Older builds do not send it. */
    quoted_at: Type.Optional(Nullable(Instant)),
    service_price: Type.Number(),
    discount_amount: Type.Number(),
    /** Whether a discount applies. */
    discountValid: Type.Boolean(),
    discountCode: Nullable(Type.String()),
    /**
     * What the discount gives; empty without one. The specification has two names for it, so both are sent (API-12).
     */
    discountInfo: Type.Array(DiscountInfo),
    discount_info: Type.Array(DiscountInfo),
    /** The quote price minus the discount; null without a discount. */
    discountOrderQuote: Nullable(Type.Number()),
    /** Why the last discount was removed (DISC-15), until another one applies or `discount_del` clears it (DISC-12). */
    discountErrorType: Nullable(Type.String()),
    /** The value in the sentence of that error: dollars, or the name of a service. */
    discountErrorValue: Type.Union([Type.String(), Type.Number(), Type.Null()]),
    /** PRICE-06: the price without unpaid added services. */
    cabinet_price: Type.Number(),
    client_paid: Type.Number(),
    refunded: Type.Number(),
    /**
     * The late-work promise at payment (WAIT-05), and its credit so far on the balance, in dollars; older builds send
     * neither.
     */
    late_credit: Type.Optional(LateCreditSteps),
    late_credited: Type.Optional(Type.Number()),
    /** Whether the balance should pay, and the dollars of it that an open card page reserves (PAY-13). */
    use_balance: Type.Boolean(),
    balance_held: Type.Number(),
    payment_link: Type.String(),
    /**
     * A printable page with the payment receipts, at an address that cannot pay (PAY-14, SAFE-12); null before any
     * payment.
     */
    receipt_link: Nullable(Type.String()),
    /** The deadline as a calendar file, at the receipts' address (FLOW-25); older builds do not send it. */
    calendar_link: Type.Optional(Nullable(Type.String())),
    services: underEach(serviceKeys, OrderService),
    /** The preferred Nerd's name; null unless client_recomended_writer is added (SRV-05). */
    preferred_worker: Nullable(Type.String()),
    /**
     * The reason for the declined refund, as written to the client (CAB-11); null otherwise, and for refunds declined
     * before reasons were stored.
     */
    refund_decline_reason: Nullable(Type.String()),
    /** The keys of the added services. */
    extras: Type.Array(ServiceTag),
    /** The client's attachments; to read one, take its `location` from the order's files. */
    attachments: Type.Array(Attachment),
    client_status: Nullable(wordOf(clientStatuses)),
    system_client_status: Nullable(wordOf(systemStatuses)),
    /** The status shown in the cabinet: the client status, else the system status. */
    decoStatus: Nullable(Type.String()),
    mark: Type.Integer(),
    tags: Type.Array(Type.String()),
    additional: Type.Array(Type.String()),
    created_at: Instant,
    client_accept_at: Nullable(Instant),
    revision_accept_at: Nullable(Instant),
    refund_accept_at: Nullable(Instant),
    revision_deadline: Nullable(Instant),
    /** A later deadline that the client may accept or decline now (OPS-12); older builds do not send it. */
    offered_deadline: Type.Optional(Nullable(Instant)),
    ...nullSchemas('order'),
    /** When the Nerd delivered the last revision. */
    writer_revision_complete_at: Nullable(Instant),
    profile_arch: Type.Integer(),
    /** Whether the plagiarism report (adv_plagreport) is part of the order, or will be once it has a price (API-12). */
    plagiarism_check: Type.Boolean(),
    tips_paid: Type.Boolean(),
    total_tips_amount: Type.Number(),
    /** The client agreed to the honor code with their description (LAW-03); payment requires it (FLOW-32). */
    honour_code_agreed: Type.Boolean(),
    isPromo: Type.Boolean(),
    is_complex: Type.Boolean(),
    declined: Type.Boolean(),
    isPaid: Type.Boolean(),
    /** Paid in full or in part, so the form is locked (PAY-06). */
    isLocked: Type.Boolean(),
    isTipsPaid: Type.Boolean(),
    isRated: Type.Boolean(),
    isDeleted: Type.Boolean(),
    isCanShowRating: Type.Boolean(),
    isCanShowRatingBtn: Type.Boolean(),
    isCanShowChangeRateBtn: Type.Boolean(),
    isCanShowTipsBtn: Type.Boolean(),
    isCanDownloadFile: Type.Boolean(),
    /** More services are for sale on the paid order now (FLOW-26, FLOW-27). */
    isCanAddServices: Type.Boolean(),
    isCanShowStatusBar: Type.Boolean(),
    isNotRatedAfter1Day: Type.Boolean(),
    isReviewShownOnClient: Type.Boolean(),
    /** An unpriced order that its client can still complete, listed in `to_continue` (STATE-16). */
    isToContinue: Type.Boolean(),
    /** The actions that the cabinet offers now, most important first (CAB-04, CAB-10, CAB-11). */
    actions: Type.Array(wordOf(orderActionNames)),
    /** The lists that contain the order now (STATE-14, STATE-15). */
    lists: Type.Array(OrderFilter),
    /** The end of the refund period (CAB-11). */
    refund_requests_end: Instant,
    /** The date line of the cabinet (CAB-03). */
    date_label: Type.Object({
      label: oneOf(['Created on', 'Expected on', 'Completed on', 'Refunded on']),
      at: Instant,
    }),
  },
  { description: alwaysNullText('order') },
)
export type Order = Static<typeof Order>

/**
 * The query of the list (API-03): pages start at 0, 20 orders a page, newest first. An order matches `q` if each word
 * of `q` begins a word of its title, the first words of its description, its subject or number (CAB-12).
 */
export const OrderListQuery = closed({
  page: Type.Optional(PageNumber),
  filter: Type.Optional(OrderFilter),
  q: Type.Optional(Type.String({ maxLength: 254 })),
})
export type OrderListQuery = Static<typeof OrderListQuery>

export const ordersPerPage = 20

/**
 * A page of orders; `page` is the requested one, `pages` and `total` count the filter's matches. The first page also
 * includes the order to rate, whatever the filter (CAB-06, STATE-13).
 */
export const OrderPage = Type.Object({
  ...pageFields(Order),
  to_rate: Nullable(Order),
  /** On the first page: unpriced orders, which no list shows, newest first (STATE-16). */
  to_continue: Type.Array(Order),
})
export type OrderPage = Static<typeof OrderPage>

/**
 * An order's history for its client, oldest first; `note` is the client's text, `tell` is our message to the client.
 */
export const OrderHistory = Type.Array(
  Type.Object({
    event: wordOf(clientEventNames),
    at: Instant,
    note: Nullable(Type.String()),
    tell: Nullable(Type.String()),
  }),
)
export type OrderHistory = Static<typeof OrderHistory>

/**
 * A payment on its receipt (PAY-14, EASE-06): dollars, deductions negative. `services` are those bought later; null if
 * the payment is for the order itself (PAY-08).
 */
export const OrderPayment = Type.Object({
  lines: Type.Array(Type.Object({ text: Type.String(), amount: Type.Number() })),
  total: Type.Number(),
  by_card: Type.Number(),
  /** The card provider's word for the brand, such as `visa`. */
  card_brand: Nullable(Type.String()),
  card_last4: Nullable(Type.String()),
  from_balance: Type.Number(),
  services: Nullable(Type.Array(ServiceTag)),
})
export type OrderPayment = Static<typeof OrderPayment>

/**
 * The answer of `payment_check`: whether the provider has confirmed a payment (PAY-03), and the last one; older builds
 * do not send it.
 */
export const PaymentCheckAnswer = Type.Object({
  status: oneOf(['paid', 'confirming', 'unpaid']),
  order: Order,
  payment: Type.Optional(Nullable(OrderPayment)),
})
export type PaymentCheckAnswer = Static<typeof PaymentCheckAnswer>

/**
 * PAY-03: the parameters of the return from the card page; `token` is for that order only, and neither pays nor opens
 * pages.
 */
export const PaymentReturn = closed({
  order_id: Type.String({ maxLength: 40 }),
  token: Type.String({ maxLength: 100 }),
})
export type PaymentReturn = Static<typeof PaymentReturn>

/** Whether the payment arrived, without other order data; `due` is the rest after a partial payment, in dollars. */
export const PaymentReturnAnswer = Type.Object({
  status: PaymentCheckAnswer.properties.status,
  due: Type.Optional(Type.Number()),
})
export type PaymentReturnAnswer = Static<typeof PaymentReturnAnswer>
