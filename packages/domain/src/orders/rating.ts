import { all, any, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import { orderIs } from './order-is.ts'

/** MSG-06: a client is asked to rate what they have, not what they want their money back for. */
export const asksForRating: Condition = all(orderCan.showRatingBtn, not(orderIs.inRefund))

/**
 * RATE-06: a client's rating is taken: the first one (STATE-08, STATE-09) or another (STATE-10), of an order on which
 * something was paid.
 */
export const mayRate: Condition = all(
  orderIs.paid,
  any(all(not(orderIs.rated), any(orderCan.showRating, orderCan.showRatingBtn)), orderCan.changeRating),
)

/** RATE-06: a client's tip is taken: where tipping is offered (STATE-11), of what was paid, and while no bank disputes that. */
export const mayTip: Condition = all(orderIs.paid, orderCan.tip, not(orderIs.disputed))
