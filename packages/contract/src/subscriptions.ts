import { subscriptionStatuses } from '@nerdify/domain/plans/subscription-status.ts'
import { type Static, Type } from 'typebox'
import { closed, Nullable, wordOf } from './vocabulary.ts'

/** A path of this site; anything else falls back to the default (AUTH-11). */
const ReturnPath = Type.Optional(Type.String({ maxLength: 2048 }))

/** A subscription (SUB-09): `id` and `customer` are the card provider's. Money is in dollars, instants are ISO 8601. */
export const Subscription = Type.Object({
  id: Type.String(),
  customer: Type.String(),
  status: wordOf(subscriptionStatuses),
  /** The plan, as in SUB-01. */
  tag: Type.String(),
  price: Type.Number(),
  /** The end of the current month or trial. */
  current_period_end: Type.String(),
  /** The end of the trial; null without one. */
  trial_end: Nullable(Type.String()),
  /** Whether it ends with the current month. */
  cancel_at_period_end: Type.Boolean(),
  /** The last four digits of its card. */
  card_last4: Nullable(Type.String()),
  /** Whether the last month is refundable now (PUB-03). */
  refundable: Type.Boolean(),
})
export type Subscription = Static<typeof Subscription>

/** SUB-09: the client's subscriptions, current ones first; and whether a trial is offered (SUB-06). */
export const SubscriptionList = Type.Object({
  results: Type.Array(Subscription),
  trial_offered: Type.Boolean(),
  /** Whether the company has a VIP phone (WAIT-07). Older builds do not send it. */
  vip_phone_offered: Type.Optional(Type.Boolean()),
})
export type SubscriptionList = Static<typeof SubscriptionList>

/** SUB-07: a request to subscribe. */
export const SubscriptionWish = closed({
  tag: Type.String({ maxLength: 64 }),
  success_url: ReturnPath,
  cancel_url: ReturnPath,
})
export type SubscriptionWish = Static<typeof SubscriptionWish>

/** SUB-08: a request to change the card. */
export const CardChangeWish = closed({
  subscription_id: Type.String({ maxLength: 255 }),
  customer_id: Type.String({ maxLength: 255 }),
  success_url: ReturnPath,
  cancel_url: ReturnPath,
})
export type CardChangeWish = Static<typeof CardChangeWish>

/** SUB-07, SUB-08: the provider's session, its public key, and the address of its page. */
export const CheckoutAnswer = Type.Object({ id: Type.String(), pk_key: Type.String(), url: Type.String() })
export type CheckoutAnswer = Static<typeof CheckoutAnswer>

/** Another plan, by its tag (SUB-01). */
export const PlanChoice = closed({ tag: Type.String({ maxLength: 64 }) })
export type PlanChoice = Static<typeof PlanChoice>

/**
 * The cost of a plan change: `due_now` for the rest of the month or, for a cheaper plan, `credit` for later months, in
 * dollars; `at` is the second of the calculation, which the change repeats to cost the same.
 */
export const PlanChangePreview = Type.Object({
  tag: Type.String(),
  due_now: Type.Number(),
  credit: Type.Number(),
  price: Type.Number(),
  at: Type.Integer(),
})
export type PlanChangePreview = Static<typeof PlanChangePreview>

/** The change on the terms of its preview. */
export const PlanChange = closed({
  tag: Type.String({ maxLength: 64 }),
  at: Type.Integer({ minimum: 0 }),
  due_now: Type.Number({ minimum: 0 }),
})
export type PlanChange = Static<typeof PlanChange>
