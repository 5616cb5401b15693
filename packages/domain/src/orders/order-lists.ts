import { all, any, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

/** The filters of the cabinet's list (API-03, STATE-14, STATE-15, STATE-18). */
export const listFilters = ['active', 'completed', 'paid', 'unpaid'] as const
export type ListFilter = (typeof listFilters)[number]

const futureDeadline = (order: OrderFacts, now: number) => order.deadline !== null && order.deadline > now

const activeDespitePayment: Condition = any(
  all(orderIs.paid, not(orderIs.rated), not(orderIs.refunded)),
  orderIs.onRevision,
  orderIs.revisionRequested,
)

/**
 * STATE-14: unpaid with a future deadline, or paid with mark 0 and not refunded, or on revision or revision requested.
 * `isInList` excludes hidden orders. `now` is in UTC milliseconds.
 */
export function isInActiveList(order: OrderFacts, now: number): boolean {
  return (!orderIs.paid(order) && futureDeadline(order, now)) || activeDespitePayment(order)
}

/** STATE-15: paid and ((rated and not on revision) or refunded): a paid order is either Active or Completed. */
export const isInCompletedList: Condition = all(orderIs.paid, not(activeDespitePayment))

const matches: Record<ListFilter, (order: OrderFacts, now: number) => boolean> = {
  active: isInActiveList,
  completed: isInCompletedList,
  paid: orderIs.paid,
  unpaid: not(orderIs.paid),
}

/** Whether the list shows the order: never a hidden one (STATE-07); with a filter, only matches (API-03). */
export function isInList(order: OrderFacts, filter: ListFilter | undefined, now: number): boolean {
  return !orderIs.hidden(order) && (filter === undefined || matches[filter](order, now))
}

/** STATE-16: no list shows an order without a price, but its client can still complete the form. */
export const isToContinue: Condition = all(orderIs.hidden, orderCan.edit)

/** STATE-13: unrated a day after completion, and the client has not closed the prompt. */
export const isToRate: Condition = all(orderIs.notRatedAfter1Day, not(orderIs.reviewShown), orderCan.showRating)

/** STATE-13: the order for the rating prompt: the last accepted order, else any order that was never accepted. */
export function orderToRate<Order extends OrderFacts>(orders: readonly Order[]): Order | undefined {
  return orders.filter(isToRate).toSorted((a, b) => (b.clientAcceptAt ?? 0) - (a.clientAcceptAt ?? 0))[0]
}
