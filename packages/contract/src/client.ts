import { type Static, Type } from 'typebox'
import { alwaysNullText, nullSchemas } from './fields-always-null.ts'
import { pageOf } from './page-of.ts'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/** The channel for announcements about orders (MSG-06). */
const AnnounceBy = oneOf(['sms', 'email', 'none'])

/** The signed-in client, with the specification's field names (API-06, API-12). Money is in dollars. */
export const ClientFacts = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    /** The current address; before any is confirmed, the first one typed after a code (SAFE-02). */
    email: Nullable(Type.Object({ email: Type.String() })),
    /** Whether `email` is confirmed and so can sign in. Older builds send only confirmed ones, without this field. */
    email_confirmed: Type.Optional(Type.Boolean()),
    /** The new address until its link is opened (SAFE-02); null without one. */
    pending_email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    nickname: Nullable(Type.String()),
    ...nullSchemas('client'),
    available_balance: Type.Number(),
    country_final: Nullable(Type.String()),
    tags: Type.Array(Type.String()),
    subscriptions_active: Type.Array(Type.String()),
    /** The client's experiment groups, null for none. Older builds omit unset fields, here and below. */
    exp_data: Type.Object({
      subscription_nerdy: Type.Optional(Nullable(Type.String())),
      app2_scale: Type.Optional(Nullable(Type.String())),
    }),
    userdef: Type.Object({ isSubscriptionPopupShown: Type.Optional(Type.Boolean()) }),
    /** Confirmed being 18 or older (LAW-02). */
    adult_confirmed: Type.Boolean(),
    /** Only editing and explanations of problems are offered in the client's region (LAW-04). */
    restricted_region: Type.Boolean(),
    has_completed_order: Type.Boolean(),
    paid_orders_count: Type.Integer(),
    /** Orders in the list (STATE-16), for the menu's count. */
    orders_count: Type.Integer(),
    /** When the account is deleted, ISO 8601; null unless the client requested it (LAW-06). */
    delete_at: Nullable(Type.String()),
    /** REF-04: a friend's discount in dollars, until a paid order uses it; else 0. */
    friend_gift: Type.Number(),
    /** AUTH-14: public, part of the share link (REF-04). */
    profile_referral_code: Type.String(),
    /**
     * REF-01: referred friends, those who paid for an order, and the bonuses in dollars. `earn` is on the balance;
     * `pending` becomes spendable with the first delivery of the friend's order (REF-04).
     */
    referral_details: Type.Object({
      count: Type.Integer(),
      count_with_orders: Type.Integer(),
      earn: Type.Number(),
      pending: Type.Optional(Type.Number()),
    }),
    /** The client’s customer at the card provider; null before the first payment. */
    payment_account_stripe: Nullable(Type.String()),
    /** The channel for announcements (MSG-06). */
    announce_by: AnnounceBy,
  },
  { description: alwaysNullText('client') },
)
export type ClientFacts = Static<typeof ClientFacts>

/**
 * The client as the calling session sees it (SAFE-03). A session of a link to one order gets masked phone and e-mail,
 * "•••0103" and "a•••@mail.com", and no balance. `referral_code` belongs to that session: it opens the plan links
 * (PAY-12) while the session lives, and cannot sign in.
 */
export const Client = Type.Object(
  {
    ...ClientFacts.properties,
    /** Null in a session of one order. */
    available_balance: Nullable(Type.Number()),
    referral_code: Type.String(),
    /** The subjects of the newest orders, at most three, each once (CAB-12). Older builds do not send them. */
    last_subjects: Type.Optional(Type.Array(Type.String())),
    /** The company's IANA zone, for its business days and hours (WAIT-04). Older builds do not send it. */
    company_timezone: Type.Optional(Type.String()),
    /** Dates in that zone, such as "2026-12-25", that are no business days. Older builds do not send them. */
    company_holidays: Type.Optional(Type.Array(Type.String())),
    /**
     * The VIP phone if the client's plan includes it (WAIT-07), as "+1 415 555 0100"; else null. Older builds do not
     * send it.
     */
    vip_phone: Type.Optional(Nullable(Type.String())),
  },
  { description: alwaysNullText('client') },
)
export type Client = Static<typeof Client>

/** A client's action: answer the premium offer (SUB-12), request the account's deletion, or cancel it (LAW-06). */
export const ClientAction = oneOf(['subscription_agreed', 'subscription_disagreed', 'delete_account', 'keep_account'])
export type ClientAction = Static<typeof ClientAction>

export const maxNicknameLength = 60

/** A client's changes to their own account (API-06). */
export const ClientChange = closed({
  /**
   * Becomes `pending_email`, or the first unconfirmed `email`, until the mailed link is opened; repeating it sends the
   * mail again (SAFE-02). Here and below the masked form of the account's own address means that address.
   */
  email: Type.Optional(Type.String({ maxLength: 254 })),
  /** The address before the change, pending or not; if another one is stored by now, the change answers 409. */
  email_before: Type.Optional(Nullable(Type.String({ maxLength: 254 }))),
  action: Type.Optional(ClientAction),
  nickname: Type.Optional(Type.String({ maxLength: maxNicknameLength })),
  announce_by: Type.Optional(AnnounceBy),
  /** Confirms being 18 or older; stored with the time, and irrevocable (LAW-02). */
  adult_confirmed: Type.Optional(Type.Literal(true)),
  userdef: Type.Optional(closed({ isSubscriptionPopupShown: Type.Optional(Type.Boolean()) })),
})
export type ClientChange = Static<typeof ClientChange>

/** A change of the balance (INFO-04): `amount` in dollars, negative when spent; `at` is ISO 8601. */
export const BalanceChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  amount: Type.Number(),
  cause: Type.String(),
  /** The related order, if any. */
  order_number: Nullable(Type.String()),
  /** Staff's reason: the client reads it for a debit, only staff for a credit (OPS-11); null for other changes. */
  reason: Nullable(Type.String()),
})
export type BalanceChange = Static<typeof BalanceChange>

export const balanceChangesPerPage = 20

/** A page of the balance's history, newest first; the amounts of all pages add up to `available_balance`. */
export const BalancePage = pageOf(BalanceChange)
export type BalancePage = Static<typeof BalancePage>

/**
 * "Download my data" (LAW-06): the account as the client sees it, and all of their records by kind. In the records
 * instants are ISO 8601 and fields ending in `_cents` are US cents.
 */
export const MyData = Type.Object({
  made_at: Type.String(),
  account: ClientFacts,
  records: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
})
export type MyData = Static<typeof MyData>

/** The Nerds of the client's orders, latest first; empty unless a preferred Nerd is offered (SRV-05, OPS-08). */
export const NerdList = Type.Object({
  results: Type.Array(Type.Object({ name: Type.String(), rating: Type.Number() })),
})
export type NerdList = Static<typeof NerdList>
