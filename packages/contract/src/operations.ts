import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { freeAddOns } from '@nerdify/domain/discounts/coupon.ts'
import { type OrderEventName, orderEventNames } from '@nerdify/domain/orders/order-progress.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import { type Static, Type } from 'typebox'
import { ClientFacts } from './client.ts'
import { ReceivedFile } from './files.ts'
import { maxNoteLength, maxTellLength } from '@nerdify/domain/orders/note.ts'
import { maxWorkerNameLength, Order, OrderCreation, OrderTypeName, ServiceTag } from './orders.ts'
import { PageNumber, pageOf } from './page-of.ts'
import { closed, Instant, Nullable, oneOf, underEach } from './vocabulary.ts'

/** The bodies and answers of the operations API (OPS-05). Money is in dollars, instants are ISO 8601 in UTC. */

const Tags = Type.Array(Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$' }), { maxItems: 50 })

/** A Nerd, as operations know them: a name and a rating (OPS-08). */
export const Worker = closed({
  name: Type.String({ minLength: 1, maxLength: maxWorkerNameLength }),
  rating: Type.Number({ minimum: 0, maximum: 5 }),
})
export type Worker = Static<typeof Worker>

/** What happened to an order: an event of STATE-17, or `created` or `changed`, with what went with it. */
const OrderHistoryEntry = Type.Object({
  event: Type.String(),
  author: Type.String(),
  at: Instant,
  data: Type.Record(Type.String(), Type.Unknown()),
})

/** An order as operations read it: what its client reads, whose it is, and instants that the client is not shown. */
export const OperationsOrder = Type.Object({
  ...Order.properties,
  client_id: Type.String(),
  /** The version of the honour code that stood beside the order (LAW-03); null while it has no details from its client. */
  honour_code: Nullable(Type.String()),
  sent_at: Nullable(Instant),
})
export type OperationsOrder = Static<typeof OperationsOrder>

/** An order with its history, oldest first, and the Nerds who worked on it. */
export const OperationsOrderWithHistory = Type.Object({
  ...OperationsOrder.properties,
  events: Type.Array(OrderHistoryEntry),
  workers: Type.Array(Worker),
})
export type OperationsOrderWithHistory = Static<typeof OperationsOrderWithHistory>

/** A status of either vocabulary in small letters with underscores, such as `in_progress`. */
export const stateName = (status: string) => status.toLowerCase().replaceAll(' ', '_')
/** What the list of orders can be narrowed to: the statuses of both vocabularies. */
const orderStates: readonly string[] = [...new Set([...systemStatuses, ...clientStatuses].map(stateName))]

/** The query of the list of all clients' orders: pages start at 0, newest first; `state` is one of {@link orderStates}. */
export const OperationsOrdersQuery = closed({
  state: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...orderStates] })),
  page: Type.Optional(PageNumber),
})

/**
 * A page of all clients' orders, without their details; `total` and `pages` count {@link operationsMostCounted} orders
 * at most.
 */
export const OperationsOrderPage = pageOf(OperationsOrder)
export type OperationsOrderPage = Static<typeof OperationsOrderPage>

/**
 * An event to happen: `deadline` goes with accept_revision, `worker` with nerd_found. `note` is for staff; `tell` is what the
 * client reads of why a refund is declined, and decline_refund needs it (TALK-06).
 */
export const EventPosting = closed({
  /** Of STATE-17; those that operations may not cause are refused as any that does not fit. */
  event: Type.Unsafe<OrderEventName>({ type: 'string', enum: [...orderEventNames] }),
  note: Type.Optional(Type.String({ maxLength: maxNoteLength })),
  tell: Type.Optional(Type.String({ minLength: 1, maxLength: maxTellLength })),
  deadline: Type.Optional(Instant),
  worker: Type.Optional(Worker),
})
export type EventPosting = Static<typeof EventPosting>

/**
 * Money to give back (PAY-11): `amount` in dollars, the price of `services`, or without both all that is left; of the
 * `tip`, or of the order. `outside` notes what was given back in another way: nothing is asked of the card provider
 * (HOLD-06).
 */
export const RefundPosting = closed({
  amount: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
  services: Type.Optional(Type.Array(ServiceTag, { minItems: 1, maxItems: 5, uniqueItems: true })),
  tip: Type.Optional(Type.Literal(true)),
  outside: Type.Optional(Type.Literal(true)),
  reason: Type.String({ minLength: 1, maxLength: maxNoteLength }),
})
export type RefundPosting = Static<typeof RefundPosting>

/** Operations add files by their own call. */
const { files: _files, ...creationWithoutFiles } = OrderCreation.properties

/** An order that operations create for a client; it is priced as one that the client creates. */
export const OperationsOrderCreation = closed({ ...creationWithoutFiles, client_id: Type.String({ maxLength: 64 }) })
export type OperationsOrderCreation = Static<typeof OperationsOrderCreation>

/**
 * What operations change of an order. `price` is what the client is to pay in all, in dollars: it takes the place of the
 * quote and of the discount, and holds until the deadline.
 */
export const OperationsOrderChange = Type.Object(
  {
    price: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
    type: Type.Optional(OrderTypeName),
    isPromo: Type.Optional(Type.Boolean()),
    is_complex: Type.Optional(Type.Boolean()),
    tags_add: Type.Optional(Tags),
    tags_remove: Type.Optional(Tags),
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

/** What operations change of a client; `exp_data` takes the place of what was there. */
export const OperationsClientChange = Type.Object(
  { tags_add: Type.Optional(Tags), tags_remove: Type.Optional(Tags), ...clientFields },
  { additionalProperties: false, minProperties: 1 },
)
export type OperationsClientChange = Static<typeof OperationsClientChange>

/** What staff credit to a client's balance (HOLD-06): `amount` in dollars, and why. */
export const BalanceCredit = closed({
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000 }),
  reason: Type.String({ minLength: 1, maxLength: maxNoteLength }),
})

/** An account to make, with a phone or an e-mail at least. */
export const OperationsClientCreation = closed({
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  tags: Type.Optional(Tags),
  /** The client told us so in another way, e.g. on the phone (LAW-02). */
  adult_confirmed: Type.Optional(Type.Literal(true)),
  ...clientFields,
})
export type OperationsClientCreation = Static<typeof OperationsClientCreation>

/** A client as operations read them: what the client reads of themself, but the code of a session (SAFE-03). */
export const OperationsClient = Type.Object({
  ...ClientFacts.properties,
  /** Since when the client is blocked (SAFE-04), ISO 8601; null for whoever may sign in. */
  blocked_at: Nullable(Instant),
})

/**
 * What a client's upload page sent at one time (UP-04): its files as far as they are still there, and the order that was
 * the latest active one then; `order_id` is null when none was in work.
 */
const FilesReceived = Type.Object({
  _id: Type.String(),
  at: Instant,
  description: Type.String(),
  order_id: Nullable(Type.String()),
  files: Type.Array(ReceivedFile),
})

/** A page of what a client's upload page sent, newest first. */
export const FilesReceivedPage = pageOf(FilesReceived)
export type FilesReceivedPage = Static<typeof FilesReceivedPage>

/** Whose referral bonuses wait for staff (SAFE-08): how many, and since when; the longest waiting first. */
export const WaitingBonuses = Type.Object({
  results: Type.Array(Type.Object({ client_id: Type.String(), count: Type.Integer(), since: Instant })),
})

const PriceRow = closed({
  deadlines: Type.Array(Type.Number(), { maxItems: 100 }),
  prices: Type.Array(Type.Number(), { maxItems: 100 }),
})

/** The price table to put in force (PRICE-04): all price names, hours ascending, dollars. */
export const PricingChange = underEach(priceNames, PriceRow, { additionalProperties: false })
export type PricingChange = Static<typeof PricingChange>

const ServicePrice = Type.Union([
  closed({ amount: Type.Number({ minimum: 0, maximum: 100_000 }) }),
  closed({ percent_of_quote: Type.Number({ minimum: 0, maximum: 100 }) }),
])

/** The prices of all extra services to put in force (SRV-02). */
export const ServicePricesChange = underEach(serviceKeys, ServicePrice, { additionalProperties: false })
export type ServicePricesChange = Static<typeof ServicePricesChange>

/**
 * What became of a message: `unknown` may have gone out and is not sent again by itself, `failed` was taken by the
 * provider and did not arrive, `opted_out` was kept back because its reader wants no more.
 */
const MessageStatus = oneOf(['queued', 'sending', 'sent', 'failed', 'dead', 'expired', 'unknown', 'opted_out'])

/** The query of the list of messages: pages start at 0, newest first. */
export const MessagesQuery = closed({ status: Type.Optional(MessageStatus), page: Type.Optional(PageNumber) })

/** A message that left or is to leave. `subject` and `text` are there for messages to support alone: others hold codes. */
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
})
export type Message = Static<typeof Message>

/** A page of messages; `total` counts what the status lets through. */
export const MessagePage = pageOf(Message)
export type MessagePage = Static<typeof MessagePage>

/** Rows on a page of what operations list. */
export const operationsPageSize = 20
/** So many orders are counted for a list's `total` and `pages`; more would cost more than they tell. */
export const operationsMostCounted = 10_000

const Percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 })
const Dollars = Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/** What a coupon gives (DISC-14): percentages are of the quote price, amounts are dollars. */
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

/** A coupon to put in force (DISC-17): what it gives, and its conditions; one that is not there does not bind. */
export const DiscountChange = closed({
  gift: DiscountGift,
  expires_at: Type.Optional(Instant),
  once_a_client: Type.Optional(Type.Boolean()),
  /** How many orders may use it in all. */
  most_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The job types it is for. */
  price_names: Type.Optional(Type.Array(OrderTypeName, { minItems: 1, maxItems: 6 })),
  least_paid_orders: Type.Optional(Count),
  most_paid_orders: Type.Optional(Count),
  /** Dollars. */
  least_quote_price: Type.Optional(Dollars),
})
export type DiscountChange = Static<typeof DiscountChange>

/** A coupon in force. */
export const Discount = Type.Object({ code: Type.String(), ...DiscountChange.properties })
export type Discount = Static<typeof Discount>

/** Where a call of operations came from (SAFE-06): the address that the product took, and the header as it arrived. */
export const OperationsCaller = Type.Object({ ip_address: Type.String(), forwarded_for: Nullable(Type.String()) })
export type OperationsCaller = Static<typeof OperationsCaller>
