import { type Static, Type } from 'typebox'
import { BalancePage, Client } from './client.ts'
import { MarketingConsent } from './messages.ts'
import { Order, OrderFilter, OrderPage } from './orders.ts'
import { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from './pricing.ts'
import { SubscriptionList } from './subscriptions.ts'
import { closed, Nullable } from './vocabulary.ts'

/**
 * What a visit begins with beside the client: the prices, an order by its id, the first page of a list, what My info shows,
 * their subscriptions.
 */
export const FirstDataQuery = closed({
  prices: Type.Optional(Type.Literal('1')),
  order: Type.Optional(Type.String({ maxLength: 64 })),
  orders: Type.Optional(OrderFilter),
  info: Type.Optional(Type.Literal('1')),
  subscriptions: Type.Optional(Type.Literal('1')),
})
export type FirstDataQuery = Static<typeof FirstDataQuery>

/**
 * The signed-in client and what was asked for with them, each as its own call answers it. `order` is null for one that
 * the client does not have (AUTH-19).
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
})
export type FirstData = Static<typeof FirstData>
