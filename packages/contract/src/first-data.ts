import { type Static, Type } from 'typebox'
import { BalancePage, Client } from './client.ts'
import { MarketingConsent } from './messages.ts'
import { Order, OrderFilter, OrderPage } from './orders.ts'
import { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from './pricing.ts'
import { SubscriptionList } from './subscriptions.ts'
import { closed, Nullable } from './vocabulary.ts'

/** The optional parts of a visit's first data: prices, an order by id, a list's first page, My info, subscriptions. */
export const FirstDataQuery = closed({
  prices: Type.Optional(Type.Literal('1')),
  order: Type.Optional(Type.String({ maxLength: 64 })),
  orders: Type.Optional(OrderFilter),
  info: Type.Optional(Type.Literal('1')),
  subscriptions: Type.Optional(Type.Literal('1')),
})
export type FirstDataQuery = Static<typeof FirstDataQuery>

/**
 * The client with the requested parts, each as its own call answers it. `order` is null if the client has no such order
 * (AUTH-19).
 */
export const FirstData = Type.Object({
  client: Client,
  prices: Type.Optional(
    Type.Object({
      rates: PricingAnswer,
      services: ServicePricesAnswer,
      /** Older builds do not send it. */
      late_credit: Type.Optional(LateCreditAnswer),
    }),
  ),
  order: Type.Optional(Nullable(Order)),
  orders: Type.Optional(OrderPage),
  info: Type.Optional(Type.Object({ balance: BalancePage, marketing: MarketingConsent })),
  subscriptions: Type.Optional(SubscriptionList),
  /** Unread messages of all conversations that the session reaches (TALK-02). Older builds do not send it. */
  unread: Type.Optional(Type.Integer()),
})
export type FirstData = Static<typeof FirstData>
