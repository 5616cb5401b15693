import { type Static, Type } from 'typebox'
import { closed, Nullable } from './vocabulary.ts'

/** A path of this site; anything else becomes the default (AUTH-11). */
const ReturnPath = Type.Optional(Type.String({ maxLength: 2048 }))

/** A subscription (SUB-09): `id` and `customer` are the card provider's. Money is in dollars, instants are ISO 8601. */
export const Subscription = Type.Object({
  id: Type.String(),
  customer: Type.String(),
  status: Type.String(),
  /** The plan, as in SUB-01. */
  tag: Type.String(),
  price: Type.Number(),
  /** When the month, or the trial, that runs is over. */
  current_period_end: Type.String(),
  /** When the trial ends; null without one. */
  trial_end: Nullable(Type.String()),
  /** It ends with the month that runs. */
  cancel_at_period_end: Type.Boolean(),
  /** The last four digits of the card that it is charged to. */
  card_last4: Nullable(Type.String()),
  /** The last month can be given back now (PUB-03). */
  refundable: Type.Boolean(),
})
export type Subscription = Static<typeof Subscription>

/** SUB-09: the client's subscriptions, those that are not over first; and whether a trial is theirs to have (SUB-06). */
export const SubscriptionList = Type.Object({
  results: Type.Array(Subscription),
  trial_offered: Type.Boolean(),
  /** Whether the company has the VIP phone that plans name (WAIT-07). Older builds do not send it. */
  vip_phone_offered: Type.Optional(Type.Boolean()),
})
export type SubscriptionList = Static<typeof SubscriptionList>

/** SUB-07: the wish to subscribe. */
export const SubscriptionWish = closed({
  tag: Type.String({ maxLength: 64 }),
  success_url: ReturnPath,
  cancel_url: ReturnPath,
})
export type SubscriptionWish = Static<typeof SubscriptionWish>

/** SUB-08: the wish to pay with another card. */
export const CardChangeWish = closed({
  subscription_id: Type.String({ maxLength: 255 }),
  customer_id: Type.String({ maxLength: 255 }),
  success_url: ReturnPath,
  cancel_url: ReturnPath,
})
export type CardChangeWish = Static<typeof CardChangeWish>

/** SUB-07, SUB-08: the provider's session, its public key, and where to send the browser. */
export const CheckoutAnswer = Type.Object({ id: Type.String(), pk_key: Type.String(), url: Type.String() })
export type CheckoutAnswer = Static<typeof CheckoutAnswer>

/** Another plan, by its tag (SUB-01). */
export const PlanChoice = closed({ tag: Type.String({ maxLength: 64 }) })
export type PlanChoice = Static<typeof PlanChoice>

/**
 * What another plan costs: `due_now` for the rest of the month, or `credit` for the months to come when it is cheaper, in
 * dollars; `at` is the second that this is reckoned from, which the change repeats so that it costs the same.
 */
export const PlanChangePreview = Type.Object({
  tag: Type.String(),
  due_now: Type.Number(),
  credit: Type.Number(),
  price: Type.Number(),
  at: Type.Integer(),
})
export type PlanChangePreview = Static<typeof PlanChangePreview>

/** The change, on the terms that its preview showed. */
export const PlanChange = closed({
  tag: Type.String({ maxLength: 64 }),
  at: Type.Integer({ minimum: 0 }),
  due_now: Type.Number({ minimum: 0 }),
})
export type PlanChange = Static<typeof PlanChange>
