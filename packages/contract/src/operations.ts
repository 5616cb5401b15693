import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { freeAddOns } from '@nerdify/domain/discounts/coupon.ts'
import { orderEventNames } from '@nerdify/domain/orders/order-progress.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import { type Static, Type } from 'typebox'
import { ContentVersion } from './content-version.ts'
import { addressForms } from './address-forms.ts'
import { ClientFacts } from './client.ts'
import { ReceivedFile } from './files.ts'
import { visible } from '@nerdify/domain/input/visible-text.ts'
import { maxNoteLength, maxTellLength } from '@nerdify/domain/orders/note.ts'
import { maxWorkerNameLength, Order, OrderCreation, OrderTypeName, ServiceTag } from './orders.ts'
import { Cursor, PageNumber, pageOf, sliceOf } from './page-of.ts'
import { LateCreditSteps, PricingAnswer, ServicePricesAnswer } from './pricing.ts'
import { OpenWait } from './queue.ts'
import { closed, Instant, Nullable, oneOf, underEach, wordOf } from './vocabulary.ts'

/** The bodies and answers of the operations API (OPS-05). Money is in dollars, instants are ISO 8601 in UTC. */

export const tagPattern = '^[A-Za-z0-9_.:-]{1,64}$'
export const mostTags = 50
const Tag = Type.String({ pattern: tagPattern })
/** The fee agreed with the Nerd, in dollars (OPS-14). */
const Fee = Type.Number({ minimum: 0, maximum: 100_000 })
const Tags = Type.Array(Tag, { maxItems: mostTags })
const Id = Type.String({ pattern: addressForms.id })

/**
 * The page that a staff stream shows: an order with its conversation, a client's general conversation, or, by one of
 * their messages, a person without an account (DESK-07).
 */
export const StreamQuery = closed({
  page: Type.Optional(Type.String({ pattern: `^(order|conversation|contact) ${addressForms.id.slice(1)}` })),
})

/** A Nerd as operations know them: name and rating (OPS-08). */
export const Worker = closed({
  name: Type.String({ minLength: 1, maxLength: maxWorkerNameLength }),
  rating: Type.Number({ minimum: 0, maximum: 5 }),
})
export type Worker = Static<typeof Worker>

/** An event's facts for staff; further fields depend on its kind. Money is in dollars, or in cents if named so. */
const HistoryFacts = Type.Object(
  {
    worker: Type.Optional(Worker),
    fee: Type.Optional(Nullable(Type.Number())),
    mark: Type.Optional(Type.Number()),
    amount: Type.Optional(Type.Number()),
    price_cents: Type.Optional(Type.Number()),
    size: Type.Optional(Type.String()),
    deadline: Type.Optional(Instant),
    /** The id of an added file. */
    file: Type.Optional(Type.String()),
    /** The number of files that the client added. */
    files: Type.Optional(Type.Number()),
    /** The type of the file, or the order's new job type. */
    type: Type.Optional(Type.String()),
    /** The client's words with a request, or the note of staff. */
    note: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    tell: Type.Optional(Type.String()),
    feedback: Type.Optional(Type.String()),
    /** The client's words with files from the upload page. */
    description: Type.Optional(Type.String()),
    services: Type.Optional(Type.Unsafe<readonly ServiceKey[]>(Type.Array(ServiceTag))),
  },
  { additionalProperties: true },
)
export type HistoryFacts = Static<typeof HistoryFacts>

/** An event of an order: one of STATE-17, or `created` or `changed`, with its facts. */
const OrderHistoryEntry = Type.Object({ event: Type.String(), author: Type.String(), at: Instant, data: HistoryFacts })

/** An order for operations: the client's view, its client, and internal instants. */
export const OperationsOrder = Type.Object({
  ...Order.properties,
  client_id: Type.String(),
  /** The version of the honor code that the client agreed to (LAW-03); null until the client describes the order. */
  honour_code: Nullable(Type.String()),
  sent_at: Nullable(Instant),
})
export type OperationsOrder = Static<typeof OperationsOrder>

/** An order with its history, oldest first, and its Nerds. */
export const OperationsOrderWithHistory = Type.Object({
  ...OperationsOrder.properties,
  events: Type.Array(OrderHistoryEntry),
  /** Its waits, earliest due first (WAIT-01), without its conversation's. */
  waits: Type.Array(OpenWait),
  /** Its failed refunds (OPS-09), each with its words in the queue. */
  failed_refunds: Type.Array(Type.Object({ ...OpenWait.properties, id: Type.String(), words: Type.String() })),
  workers: Type.Array(Worker),
  /** The Nerd who has it, with the agreed fee (OPS-14). */
  nerd: Nullable(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      rating: Type.Number(),
      fee: Nullable(Fee),
      /** When the last work sheet was mailed; null if none was, as for a Nerd without an e-mail. */
      work_sheet_at: Nullable(Instant),
      has_email: Type.Boolean(),
    }),
  ),
  /** The time zone of the client's newest sign-in that reports one (IANA). */
  client_zone: Nullable(Type.String()),
})
export type OperationsOrderWithHistory = Static<typeof OperationsOrderWithHistory>

/** A status of either vocabulary in snake case, such as `in_progress`. */
export const stateName = (status: string) => status.toLowerCase().replaceAll(' ', '_')
/** The values of the list's `state` filter: the statuses of both vocabularies. */
const orderStates: readonly string[] = [...new Set([...systemStatuses, ...clientStatuses].map(stateName))]

/**
 * The filters for all clients' orders (OPS-10), combined by "and". Newest first, or with a deadline the earliest
 * deadline first.
 */
export const OperationsOrdersQuery = closed({
  client: Type.Optional(Id),
  nerd: Type.Optional(Id),
  /** One of {@link orderStates}. */
  state: Type.Optional(wordOf(orderStates)),
  type: Type.Optional(OrderTypeName),
  due_from: Type.Optional(Instant),
  /** Exclusive end. */
  due_to: Type.Optional(Instant),
  /** Whether an overdue wait is open (WAIT-01). */
  late: Type.Optional(oneOf(['true', 'false'])),
  tag: Type.Optional(Tag),
  /** Word prefixes in the title and the subject; an order must match all of them. */
  q: Type.Optional(Type.String({ maxLength: 1_000 })),
  cursor: Type.Optional(Cursor),
})
export type OperationsOrdersQuery = Static<typeof OperationsOrdersQuery>

/** A slice of all clients' orders, without details. */
export const OperationsOrderPage = Type.Object({
  ...sliceOf(OperationsOrder).properties,
  /** Matching orders, counted up to {@link ordersMostCounted}. */
  total: Type.Integer(),
  /** There are more than `total`. */
  over_total: Type.Boolean(),
})
export type OperationsOrderPage = Static<typeof OperationsOrderPage>

/**
 * An event to apply: accept_revision, extend_deadline and offer_deadline take `deadline`; nerd_found takes `nerd` and
 * `fee`.
 * `note` is for staff; reassign and extend_deadline require it (OPS-12). The client reads `tell` (TALK-06): decline and
 * decline_refund require it; accept_refund, accept_revision, reassign, extend_deadline and offer_deadline may have it.
 */
export const EventPosting = closed({
  /**
   * Any event of STATE-17; the API refuses events that staff do not cause, like any event that does not fit the state.
   */
  event: wordOf(orderEventNames),
  note: Type.Optional(Type.String({ maxLength: maxNoteLength })),
  tell: Type.Optional(Type.String({ minLength: 1, maxLength: maxTellLength })),
  deadline: Type.Optional(Instant),
  /** The name or id of a Nerd in the register (OPS-14). */
  nerd: Type.Optional(Type.String({ minLength: 1, maxLength: maxWorkerNameLength })),
  fee: Type.Optional(Fee),
})
export type EventPosting = Static<typeof EventPosting>

/** Why staff move money, in visible words. */
export const Reason = Type.String({ minLength: 1, maxLength: maxNoteLength, pattern: visible.source })

/**
 * A refund (PAY-11): `amount` in dollars, the price of `services`, or by default the whole remainder; of the `tip`, or
 * of the order. `outside` records a refund made elsewhere: the card provider is not called (HOLD-06).
 */
export const RefundPosting = closed({
  amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
  services: Type.Optional(Type.Array(ServiceTag, { minItems: 1, maxItems: 5, uniqueItems: true })),
  tip: Type.Optional(Type.Literal(true)),
  outside: Type.Optional(Type.Literal(true)),
  reason: Reason,
})
export type RefundPosting = Static<typeof RefundPosting>

/** Removes a file that operations added to an order (OPS-05). */
export const FileRemoval = closed({ file_id: Id })
export type FileRemoval = Static<typeof FileRemoval>

/**
 * An agreement between staff and the client of a paid order (OPS-12): the `price` in dollars of the order with its paid
 * services, and another `size`, in the client's notation. `reason` is for staff, the client reads `tell`. With a
 * `version`, a size or a price changed since then is 409 (FLOW-18).
 */
export const OrderAgreement = closed({
  price: Type.Number({ minimum: 0, maximum: 100_000 }),
  size: Type.Optional(Type.String({ maxLength: 40 })),
  reason: Reason,
  tell: Type.Optional(Type.String({ minLength: 1, maxLength: maxTellLength })),
  version: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type OrderAgreement = Static<typeof OrderAgreement>

/** Operations add files in a separate call. */
const { files: _files, ...creationWithoutFiles } = OrderCreation.properties

/** An order that operations create for a client; priced like a client's own. */
export const OperationsOrderCreation = closed({ ...creationWithoutFiles, client_id: Type.String({ maxLength: 64 }) })
export type OperationsOrderCreation = Static<typeof OperationsOrderCreation>

/**
 * Operations' changes of an order. `price` is the client's total in dollars: it replaces the quote and the discount,
 * and is valid until the deadline. `fee` is for the current Nerd, null for none. With a `version`, a price or marks
 * changed since then are 409 (FLOW-18). `dry_run` returns the order after the change without storing it.
 */
export const OperationsOrderChange = Type.Object(
  {
    price: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
    type: Type.Optional(OrderTypeName),
    isPromo: Type.Optional(Type.Boolean()),
    is_complex: Type.Optional(Type.Boolean()),
    tags_add: Type.Optional(Tags),
    tags_remove: Type.Optional(Tags),
    fee: Type.Optional(Nullable(Fee)),
    version: Type.Optional(Type.Integer({ minimum: 0 })),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type OperationsOrderChange = Static<typeof OperationsOrderChange>

const Experiments = closed({
  subscription_nerdy: Type.Optional(Type.String({ maxLength: 64 })),
  app2_scale: Type.Optional(Type.String({ maxLength: 64 })),
})
const clientFields = {
  /** ISO 3166-1, two capitals; null for unknown. */
  country_final: Type.Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
  exp_data: Type.Optional(Experiments),
}

/** Operations' changes of a client; `exp_data` is replaced as a whole. */
export const OperationsClientChange = Type.Object(
  { tags_add: Type.Optional(Tags), tags_remove: Type.Optional(Tags), ...clientFields },
  { additionalProperties: false, minProperties: 1 },
)
export type OperationsClientChange = Static<typeof OperationsClientChange>

/** A correction of a client's phone or e-mail (OPS-11); an e-mail takes effect after a press on its link. */
export const ContactCorrection = Type.Object(
  {
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type ContactCorrection = Static<typeof ContactCorrection>

const StaffAmount = Type.Number({ exclusiveMinimum: 0, maximum: 1_000 })

/** A credit to a client's balance (HOLD-06): `amount` in dollars, and the reason for staff. */
export const BalanceCredit = closed({ amount: StaffAmount, reason: Reason })
export type BalanceCredit = Static<typeof BalanceCredit>

/** A debit of a client's balance (OPS-11): `amount` in dollars, and the reason for the client. */
export const BalanceDebit = closed({ amount: StaffAmount, reason: Reason })
export type BalanceDebit = Static<typeof BalanceDebit>

/**
 * The end of a client's plan (OPS-11) by its tag (SUB-01): at the end of the current month (at once if its payment
 * failed, SUB-11), or with `refund` at once, and the month is refunded. The `reason` becomes a staff note in the
 * client's conversation.
 */
export const PlanEnd = closed({
  plan: Type.String({ maxLength: 64 }),
  refund: Type.Optional(Type.Literal(true)),
  reason: Reason,
})
export type PlanEnd = Static<typeof PlanEnd>

/** A new account with at least a phone or an e-mail. */
export const OperationsClientCreation = closed({
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  tags: Type.Optional(Tags),
  /** Staff have the client's confirmation from elsewhere, such as a call (LAW-02). */
  adult_confirmed: Type.Optional(Type.Literal(true)),
  ...clientFields,
})
export type OperationsClientCreation = Static<typeof OperationsClientCreation>

/** A client for operations: the client's own view without the session's code (SAFE-03). */
export const OperationsClient = Type.Object({
  ...ClientFacts.properties,
  /** Since when the client is blocked (SAFE-04), ISO 8601; null if not blocked. */
  blocked_at: Nullable(Instant),
})
export type OperationsClient = Static<typeof OperationsClient>

/**
 * One post of a client's upload page (UP-04): its files that still exist, and the latest active order at that time;
 * `order_id` is null if none was active.
 */
const FilesReceived = Type.Object({
  _id: Type.String(),
  at: Instant,
  description: Type.String(),
  order_id: Nullable(Type.String()),
  files: Type.Array(ReceivedFile),
})

/** A page of an upload page's posts, newest first. */
export const FilesReceivedPage = pageOf(FilesReceived)
export type FilesReceivedPage = Static<typeof FilesReceivedPage>

/**
 * Referral bonuses that await staff approval (SAFE-08), per client: how many, and since when; the longest wait first.
 */
export const WaitingBonuses = Type.Object({
  results: Type.Array(Type.Object({ client_id: Type.String(), count: Type.Integer(), since: Instant })),
})
export type WaitingBonuses = Static<typeof WaitingBonuses>

/** Why staff refuse a client's held bonuses (SAFE-08); a note for staff. */
export const BonusRefusal = closed({ reason: Reason })
export type BonusRefusal = Static<typeof BonusRefusal>

/** The newest held bonus that the person has seen, by its `since`; the decision is not about later ones (SAFE-08). */
export const BonusQuery = closed({ until: Type.Optional(Instant) })
export type BonusQuery = Static<typeof BonusQuery>

const PriceRow = closed({
  deadlines: Type.Array(Type.Number(), { maxItems: 100 }),
  prices: Type.Array(Type.Number(), { maxItems: 100 }),
})

/** A new price table (PRICE-04): all price names, hours ascending, dollars. */
export const PricingChange = underEach(priceNames, PriceRow, { additionalProperties: false })
export type PricingChange = Static<typeof PricingChange>

const ServicePrice = Type.Union([
  closed({ amount: Type.Number({ minimum: 0, maximum: 100_000 }) }),
  closed({ percent_of_quote: Type.Number({ minimum: 0, maximum: 100 }) }),
])

/** New prices for all extra services (SRV-02). */
export const ServicePricesChange = underEach(serviceKeys, ServicePrice, { additionalProperties: false })
export type ServicePricesChange = Static<typeof ServicePricesChange>

/** All prices in force, each part with the version to change it from (DESK-05). */
export const OperationsPrices = Type.Object({
  rates: PricingAnswer,
  rates_version: ContentVersion,
  services: ServicePricesAnswer,
  services_version: ContentVersion,
  late_credit: LateCreditSteps,
  late_credit_version: ContentVersion,
})
export type OperationsPrices = Static<typeof OperationsPrices>

/**
 * The state of a message: `unknown` may have been sent and is not retried, `failed` was accepted by the provider but
 * not delivered, `opted_out` was withheld because the recipient unsubscribed.
 */
const MessageStatus = oneOf(['queued', 'sending', 'sent', 'failed', 'dead', 'expired', 'unknown', 'opted_out'])

/** The query of the list of messages: pages start at 0, newest first. */
export const MessagesQuery = closed({ status: Type.Optional(MessageStatus), page: Type.Optional(PageNumber) })

/** An outgoing message. Only mails to support about work include `subject` and `text`; others may contain keys. */
export const Message = Type.Object({
  id: Type.String(),
  channel: oneOf(['sms', 'email']),
  to: Type.String(),
  template: Type.String(),
  status: MessageStatus,
  attempts: Type.Integer(),
  error_code: Nullable(Type.String()),
  created_at: Instant,
  delivered_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  subject: Nullable(Type.String()),
  text: Nullable(Type.String()),
  /** Whether it was not delivered and may be sent again (MSG-05). */
  can_resend: Type.Boolean(),
})
export type Message = Static<typeof Message>

/** A page of messages; `total` counts those with the status. */
export const MessagePage = pageOf(Message)
export type MessagePage = Static<typeof MessagePage>

/** Page size of operations' lists. */
export const operationsPageSize = 20
/** The limit for a search's total: counting more rows would delay the answer (OPS-10). */
export const ordersMostCounted = 1_000

const Percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 })
const Dollars = Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/** The gift of a coupon (DISC-14): percentages of the quote price, amounts in dollars. */
export const DiscountGift = Type.Union([
  closed({ kind: Type.Literal('percent'), percent: Percent }),
  closed({ kind: Type.Literal('amount'), amount: Dollars }),
  closed({ kind: Type.Literal('cashback'), percent: Percent }),
  closed({
    kind: Type.Literal('free'),
    add_ons: Type.Array(oneOf(freeAddOns), { minItems: 1, maxItems: freeAddOns.length }),
  }),
])
export type DiscountGift = Static<typeof DiscountGift>

/** A coupon to activate (DISC-17) with its conditions; an absent condition does not apply. */
export const DiscountChange = closed({
  gift: DiscountGift,
  expires_at: Type.Optional(Instant),
  once_a_client: Type.Optional(Type.Boolean()),
  /** The total number of orders that may use it. */
  most_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The job types that it applies to. */
  price_names: Type.Optional(Type.Array(OrderTypeName, { minItems: 1, maxItems: 6 })),
  least_paid_orders: Type.Optional(Count),
  most_paid_orders: Type.Optional(Count),
  /** Dollars. */
  least_quote_price: Type.Optional(Dollars),
})
export type DiscountChange = Static<typeof DiscountChange>

/** A coupon (OPS-16): the orders paid with it, and the remaining uses; null without a limit. */
export const Discount = Type.Object({
  code: Type.String(),
  version: ContentVersion,
  ...DiscountChange.properties,
  used: Type.Integer(),
  left: Nullable(Type.Integer()),
  /** Whether it has expired or staff ended it. */
  over: Type.Boolean(),
})
export type Discount = Static<typeof Discount>

/** A paid order with a coupon. */
export const DiscountUse = Type.Object({
  order_id: Type.String(),
  number: Type.String(),
  client_id: Type.String(),
  /** Dollars. */
  discount: Type.Number(),
})
export type DiscountUse = Static<typeof DiscountUse>

/** A slice of the paid orders with a coupon. */
export const DiscountUsePage = sliceOf(DiscountUse)
export type DiscountUsePage = Static<typeof DiscountUsePage>

/** An action in the log (OPS-19); `request` without personal data. */
export const LoggedAction = Type.Object({
  id: Type.String(),
  at: Type.String(),
  person: Type.String(),
  action: Type.String(),
  /** Such as "order {id}" or "client {id}". */
  subject: Type.String(),
  /** The order's number, or the client's nickname, phone or e-mail; null for other subjects. */
  subject_name: Nullable(Type.String()),
  request: Type.Record(Type.String(), Type.Unknown()),
})
export type LoggedAction = Static<typeof LoggedAction>

/** A slice of the log, newest first. */
export const LoggedActions = sliceOf(LoggedAction)
export type LoggedActions = Static<typeof LoggedActions>

/** The filters of the log: `order` by number or id, `client` by id. */
export const LogQuery = closed({
  person: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  order: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  client: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  cursor: Type.Optional(Cursor),
})
export type LogQuery = Static<typeof LogQuery>

/** The origin of an operations call (SAFE-06): the address derived by the product, and the raw header. */
export const OperationsCaller = Type.Object({ ip_address: Type.String(), forwarded_for: Nullable(Type.String()) })
export type OperationsCaller = Static<typeof OperationsCaller>
