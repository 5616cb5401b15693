import { type Static, Type } from 'typebox'

const Nullable = <T extends import('typebox').TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The signed-in client, with the specification's field names (API-06, API-12). Money is in dollars. */
export const Client = Type.Object({
  _id: Type.String(),
  id: Type.String(),
  email: Nullable(Type.Object({ email: Type.String() })),
  phone: Nullable(Type.String()),
  nickname: Nullable(Type.String()),
  available_balance: Type.Number(),
  country_final: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  subscriptions_active: Type.Array(Type.String()),
  exp_data: Type.Object({
    subscription_nerdy: Type.Optional(Type.String()),
    app2_scale: Type.Optional(Type.String()),
  }),
  userdef: Type.Object({ isSubscriptionPopupShown: Type.Optional(Type.Boolean()) }),
  has_completed_order: Type.Boolean(),
  paid_orders_count: Type.Integer(),
  /** Orders that the list can show (STATE-16), for the menu's count. */
  orders_count: Type.Integer(),
})
export type Client = Static<typeof Client>

/** What a client may change of themself. */
export const ClientChange = Type.Object(
  {
    email: Type.Optional(Type.String({ maxLength: 254 })),
    nickname: Type.Optional(Type.String({ maxLength: 60 })),
    userdef: Type.Optional(
      Type.Object({ isSubscriptionPopupShown: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type ClientChange = Static<typeof ClientChange>
