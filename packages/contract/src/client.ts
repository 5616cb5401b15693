import { type Static, Type } from 'typebox'
import { alwaysNullText, nullSchemas } from './fields-always-null.ts'
import { pageOf } from './page-of.ts'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/** How a client is told of their orders (MSG-06): by text, by mail, or not at all. */
const AnnounceBy = oneOf(['sms', 'email', 'none'])

/** The signed-in client, with the specification's field names (API-06, API-12). Money is in dollars. */
export const ClientFacts = Type.Object(
  {
    _id: Type.String(),
    id: Type.String(),
    /** The address that holds; before there is one, the first that was typed after a code (SAFE-02). */
    email: Nullable(Type.Object({ email: Type.String() })),
    /** Whether `email` was confirmed: only then it signs in. Older builds send confirmed ones alone, without this. */
    email_confirmed: Type.Optional(Type.Boolean()),
    /** The address that was given and waits for its link to be opened (SAFE-02); null when none does. */
    pending_email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    nickname: Nullable(Type.String()),
    ...nullSchemas('client'),
    available_balance: Type.Number(),
    country_final: Nullable(Type.String()),
    tags: Type.Array(Type.String()),
    subscriptions_active: Type.Array(Type.String()),
    /** The groups of the experiments that they are in, null for none. Older builds leave out what is not set, here and below. */
    exp_data: Type.Object({
      subscription_nerdy: Type.Optional(Nullable(Type.String())),
      app2_scale: Type.Optional(Nullable(Type.String())),
    }),
    userdef: Type.Object({ isSubscriptionPopupShown: Type.Optional(Type.Boolean()) }),
    /** Whether they confirmed being 18 or older (LAW-02). */
    adult_confirmed: Type.Boolean(),
    /** Whether only editing and explanations of problems are offered where they are (LAW-04). */
    restricted_region: Type.Boolean(),
    has_completed_order: Type.Boolean(),
    paid_orders_count: Type.Integer(),
    /** Orders that the list can show (STATE-16), for the menu's count. */
    orders_count: Type.Integer(),
    /** When the account is deleted, ISO 8601; null unless the client has asked for it (LAW-06). */
    delete_at: Nullable(Type.String()),
    /** REF-04: what a friend gave, in dollars, until an order is paid with it; else 0. */
    friend_gift: Type.Number(),
    /** AUTH-14: public, stands in the share link (REF-04). */
    profile_referral_code: Type.String(),
    /**
     * REF-01: friends brought, those of them who paid for an order, and the bonuses in dollars. `earn` is on the balance;
     * `pending` can be spent from the first delivery of the friend's order on (REF-04).
     */
    referral_details: Type.Object({
      count: Type.Integer(),
      count_with_orders: Type.Integer(),
      earn: Type.Number(),
      pending: Type.Optional(Type.Number()),
    }),
    /** The client’s customer at the card provider; null before they ever paid. */
    payment_account_stripe: Nullable(Type.String()),
    /** How the client is told of their orders (MSG-06). */
    announce_by: AnnounceBy,
  },
  { description: alwaysNullText('client') },
)
export type ClientFacts = Static<typeof ClientFacts>

/**
 * The client as shown to the calling session (SAFE-03). A session of a link to one order gets phone and e-mails masked,
 * "•••0103" and "a•••@mail.com", and no balance. `referral_code` belongs to that session: it opens the plan links
 * (PAY-12) while the session lives, and signs nobody in.
 */
export const Client = Type.Object(
  {
    ...ClientFacts.properties,
    /** Null in a session of one order. */
    available_balance: Nullable(Type.Number()),
    referral_code: Type.String(),
    /** Where the company works, an IANA name: its business days and hours are of there (WAIT-04). Older builds do not send it. */
    company_timezone: Type.Optional(Type.String()),
    /**
     * The VIP phone of a client whose plan has it (WAIT-07), as "+1 415 555 0100"; null of any other. Older builds do
     * not send it.
     */
    vip_phone: Type.Optional(Nullable(Type.String())),
  },
  { description: alwaysNullText('client') },
)
export type Client = Static<typeof Client>

/**
 * What a client may do: answer the premium offer (SUB-12), ask for the account to be deleted, or keep it after all
 * (LAW-06).
 */
export const ClientAction = oneOf(['subscription_agreed', 'subscription_disagreed', 'delete_account', 'keep_account'])
export type ClientAction = Static<typeof ClientAction>

/** What a client may change of themself (API-06). */
export const ClientChange = closed({
  /**
   * Waits as `pending_email`, or a first one as unconfirmed `email`, until the link that is mailed there was opened; the
   * same one again mails it again (SAFE-02).
   * Here and below the masked form of the account's own address means that address.
   */
  email: Type.Optional(Type.String({ maxLength: 254 })),
  /** The address that the change started from, pending or not; another one that is stored by now makes the change 409. */
  email_before: Type.Optional(Nullable(Type.String({ maxLength: 254 }))),
  action: Type.Optional(ClientAction),
  nickname: Type.Optional(Type.String({ maxLength: 60 })),
  announce_by: Type.Optional(AnnounceBy),
  /** Confirms being 18 or older; kept with the time, and not taken back (LAW-02). */
  adult_confirmed: Type.Optional(Type.Literal(true)),
  userdef: Type.Optional(closed({ isSubscriptionPopupShown: Type.Optional(Type.Boolean()) })),
})
export type ClientChange = Static<typeof ClientChange>

/** One change of the balance (INFO-04): `amount` in dollars, below 0 when it was spent; `at` is ISO 8601. */
export const BalanceChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  amount: Type.Number(),
  cause: Type.String(),
  /** The order that it came from, where there is one. */
  order_number: Nullable(Type.String()),
})
export type BalanceChange = Static<typeof BalanceChange>

/** Changes on a page of the balance's history. */
export const balanceChangesPerPage = 20

/** A page of the balance's history, newest first; the amounts of all pages sum to `available_balance`. */
export const BalancePage = pageOf(BalanceChange)
export type BalancePage = Static<typeof BalancePage>

/**
 * "Download my data" (LAW-06): the account as the client reads it, and every record of theirs, by what it is. In the
 * records instants are ISO 8601 and what ends in `_cents` is US cents.
 */
export const MyData = Type.Object({
  made_at: Type.String(),
  account: ClientFacts,
  records: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
})
export type MyData = Static<typeof MyData>

/** The Nerds who did the client's orders, the latest first; empty unless a preferred Nerd is offered (SRV-05, OPS-08). */
export const NerdList = Type.Object({
  results: Type.Array(Type.Object({ name: Type.String(), rating: Type.Number() })),
})
export type NerdList = Static<typeof NerdList>
