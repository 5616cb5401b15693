import type { Order, OrderPage } from '@nerdify/contract/orders.ts'

/** The order that the cabinet asks to rate, by the first page of its list (STATE-13). */
export const orderToRate = ({ to_rate: order }: OrderPage): Order | undefined =>
  order?.isCanShowRating === true && !order.isReviewShownOnClient ? order : undefined
