import type { Client, NerdList } from '@nerdify/contract/client.ts'
import type { Order, OrderChange, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import type { LateCreditAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceKeys, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { centsFromDollars, dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { aPriceTable, someServicePrices } from '@nerdify/domain/testing/a-price-table.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { aClientAnswer } from './a-client-answer.ts'
import { aPaidOrderAnswer, anOrderAnswer } from './an-order-answer.ts'
import { answerCalls } from '@nerdify/browser/testing/answered-calls.ts'
import { createQueryClient, queryKeys } from '../api/queries.ts'
import { StoryPage } from './StoryPage.tsx'
import { noteLeaving, noteReturned } from '../orders/payment-link.ts'
import { Component as AdditionalServices } from '../features/orders/payment/AdditionalServicesScreen.tsx'
import { Component as Details } from '../features/orders/details/DetailsScreen.tsx'
import type { Draft } from '../features/orders/draft/draft.ts'
import { drafts, newOrderDraftKey, orderDraftKey } from '../features/orders/draft/drafts.ts'
import { Component as ExtraServices } from '../features/orders/price/ExtraServicesScreen.tsx'
import { Component as OrderForm } from '../features/orders/form/OrderFormScreen.tsx'
import { Component as JobType } from '../features/orders/form/JobTypeScreen.tsx'
import { Component as Receipt } from '../features/orders/payment/ReceiptScreen.tsx'
import { Component as OrderAgain } from '../features/orders/draft/OrderAgainScreen.tsx'
import { Component as Payment } from '../features/orders/payment/PaymentScreen.tsx'
import { paymentCheckKey, Component as ThankYou } from '../features/orders/payment/ThankYouScreen.tsx'

/** The stories' credit for late work. */
export const aLateCredit: LateCreditAnswer = {
  steps: [
    { hours_late: 0, percent: 10 },
    { hours_late: 12, percent: 25 },
    { hours_late: 24, percent: 50 },
  ],
}

/** An extra service of an order, `price` in dollars. */
export const service = (price: number, added = false) => ({
  price,
  added,
  active: false,
  refunded: false,
  free_reason: null,
})

/** Every extra service of an order with this quote price, in dollars. */
const servicesFor = (quote: number) =>
  Object.fromEntries(
    serviceKeys.map((key) => {
      const cents = servicePriceCents(key, someServicePrices, centsFromDollars(quote)) ?? 0
      return [key, service(dollarsFromCents(cents))]
    }),
  ) as Order['services']

/** An order that is due in `hours`, whenever the story runs. */
export const anOrderDueIn = (hours: number, change: Partial<Order> = {}): Order =>
  anOrderAnswer({
    deadline: new Date(Date.now() + hours * 3_600_000).toISOString(),
    price: 40,
    quote_price: 40,
    services: servicesFor(40),
    ...change,
  })

const jobType = ':jobType'
const orderId = ':orderId'

interface FlowProps {
  path: string
  /** The state of the history entry. */
  state?: unknown
  order?: Order
  /** The draft of a new essay, or the unsaved values of the order. */
  draft?: Draft
  check?: PaymentCheckAnswer
  /** The Nerds whom the client may prefer. */
  nerds?: NerdList['results']
  /** The client's balance, in dollars. */
  balance?: number
  /** Another price table. */
  pricing?: PriceTable
  /** Changes of the client; null for one that cannot load. */
  me?: Partial<Client> | null
  /** The server's answer to a call, if the story has one. */
  answer?: (call: { method: string; path: string; body: unknown }) => unknown
  /** The order with which the client left for the card page. */
  left?: string
}

/** The story's query cache and stored drafts. */
function prepared({ order, draft = {}, check, nerds, balance = 0, pricing = aPriceTable, me }: FlowProps) {
  const queryClient = createQueryClient()
  if (me !== null) queryClient.setQueryData(queryKeys.me, aClientAnswer({ available_balance: balance, ...me }))
  queryClient.setQueryData(queryKeys.pricing, pricing)
  queryClient.setQueryData(queryKeys.servicePrices, someServicePrices satisfies ServicePricesAnswer)
  queryClient.setQueryData(queryKeys.lateCredit, aLateCredit)
  if (order !== undefined) queryClient.setQueryData(queryKeys.order(order._id), order)
  if (nerds !== undefined) queryClient.setQueryData(queryKeys.nerds, { results: nerds })
  if (check !== undefined) queryClient.setQueryData(paymentCheckKey(check.order._id), check)
  const draftKey = order === undefined ? newOrderDraftKey('writing') : orderDraftKey(order._id)
  drafts.clear(draftKey)
  drafts.change(draftKey, draft)
  return queryClient
}

const screens = {
  [webPaths.newOrder()]: JobType,
  [webPaths.newOrderForm(jobType)]: OrderForm,
  [webPaths.newOrderDetails(jobType)]: Details,
  [webPaths.newOrderExtraServices(jobType)]: ExtraServices,
  [webPaths.orderForm(orderId)]: OrderForm,
  [webPaths.orderDetails(orderId)]: Details,
  [webPaths.orderExtraServices(orderId)]: ExtraServices,
  [webPaths.orderPayment(orderId)]: Payment,
  [webPaths.orderAgain(orderId)]: OrderAgain,
  [webPaths.orderReceipt(orderId)]: Receipt,
  [webPaths.orderThankYou(orderId)]: ThankYou,
  [webPaths.orderAdditionalServices(orderId)]: AdditionalServices,
}

/** The steps of the order flow, in a separate browser. */
export const OrderFlow = (props: FlowProps) => (
  <StoryPage path={props.path} state={props.state} screens={screens} answers={() => prepared(props)} />
)

/** A draft of an essay that can be ordered. */
export const aDraft = { subject: 'History', size: { count: 2, measure: 'Pages' } } satisfies Draft

/** An answer that the story resolves. */
export const heldAnswer = () => Promise.withResolvers<unknown>()

/** The changes that the stories sent. */
export const changesAsked: OrderChange[] = []

/** An order of $40 that is paid, due in 11 hours. */
export const paidOrder = (change: Partial<Order> = {}): Order => {
  const { services, deadline } = anOrderDueIn(11)
  return aPaidOrderAnswer({
    price: 40,
    quote_price: 40,
    cabinet_price: 40,
    client_paid: 40,
    services,
    deadline,
    ...change,
  })
}

/** An order that lost its coupon, because its price fell below the coupon's minimum (DISC-15). */
export const withLostCoupon = (id: string): Order =>
  anOrderDueIn(11, { _id: id, details: 'Weigh the causes.', discountErrorType: 'min_price', discountErrorValue: 30 })

/** The client's masked data in a session of one order. */
export const shownMasked = { phone: '•••0103', email: { email: 'a•••@example.com' }, available_balance: null }

/** Answers the calls of a story, and clears the card page's return afterwards. */
export function prepareOrderFlow({ args: { answer, left } }: { args: FlowProps }): () => void {
  if (left !== undefined) noteLeaving(left)
  const end = answerCalls(({ pathname }, call) => answer?.({ ...call, path: pathname }))
  return () => {
    noteReturned()
    end()
  }
}
