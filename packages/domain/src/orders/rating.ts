import { all, any, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import { orderIs } from './order-is.ts'

/** MSG-06: a message asks for a rating, except on an order in a refund. */
export const asksForRating: Condition = all(orderCan.showRatingBtn, not(orderIs.inRefund))

/**
 * RATE-06: a first rating (STATE-08, STATE-09) or a changed one (STATE-10), on an order that is at least partly paid.
 * The button of STATE-09 appears in some cases of STATE-08.
 */
export const mayRate: Condition = all(orderIs.paid, any(orderCan.showRating, orderCan.changeRating))

/** RATE-06: accepts a tip if tipping is offered (STATE-11), the order is paid, and no bank disputes the payment. */
export const mayTip: Condition = all(orderIs.paid, orderCan.tip, not(orderIs.disputed))
