import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { isDescribed } from '@nerdify/domain/orders/before-payment.ts'
import { isOutOfTime } from '@nerdify/domain/pricing/deadline-limits.ts'
import type { DeadlineTerms } from '@nerdify/domain/pricing/deadlines.ts'
import { sizeFromWire } from '@nerdify/domain/pricing/units.ts'

/** The screens of the order flow. */
export type FlowPage =
  | 'job-type'
  | 'form'
  | 'details'
  | 'extra-services'
  | 'payment'
  | 'thank-you'
  | 'additional-services'

/**
 * The state of an order for the flow:
 * - `paid`, in full or in part
 * - `promo`: a promo or Complex order, which has no form (FLOW-19)
 * - `untyped`: without a service type (FLOW-02)
 * - `unfinished`: without a subject, a size or a deadline, or the deadline is past or too short for the size
 * - `undescribed`: without a description, or without consent to the honor code (FLOW-32)
 * - `ready`: it can be paid
 */
type FlowState = 'paid' | 'promo' | 'untyped' | 'unfinished' | 'undescribed' | 'ready'

/** Whether operations made the order, as a promo or a Complex one: the form does not open it (FLOW-19). */
export const isPromo = (order: Order): boolean => order.isPromo || order.is_complex || order.type === 'Complex'

/** The state of an order at an instant (UTC milliseconds); the first match. */
export function flowStateOf(order: Order, now: number, terms: DeadlineTerms): FlowState {
  if (order.isLocked) return 'paid'
  if (isPromo(order)) return 'promo'
  if (order.service_type === null) return 'untyped'
  const size = sizeFromWire(order.size ?? '')
  const jobTypeId = jobTypeByPriceName(order.priceName)?.id
  if (order.subject === null || size === undefined || order.deadline === null || jobTypeId === undefined) {
    return 'unfinished'
  }
  const task = { jobTypeId, size, deadline: Date.parse(order.deadline), priceFixed: order.price_fixed }
  if (isOutOfTime(task, terms, { now })) return 'unfinished'
  return isDescribed({ details: order.details, files: order.attachments.length }) && order.honour_code_agreed
    ? 'ready'
    : 'undescribed'
}

/** The states that each page accepts (FLOW-02, FLOW-19, FLOW-24, FLOW-26, FLOW-32). */
const pageStates: Record<FlowPage, readonly FlowState[]> = {
  'job-type': ['untyped', 'unfinished', 'undescribed', 'ready'],
  form: ['unfinished', 'undescribed', 'ready'],
  details: ['unfinished', 'undescribed', 'ready'],
  'extra-services': ['ready'],
  payment: ['ready', 'promo'],
  'additional-services': ['paid'],
  'thank-you': ['paid', 'promo', 'untyped', 'unfinished', 'undescribed', 'ready'],
}

/** The page for a state if the requested page does not accept it. */
const placeOf: Record<FlowState, (orderId: string, page: FlowPage) => string> = {
  paid: (orderId, page) => (page === 'payment' ? webPaths.orderThankYou(orderId) : webPaths.orders()),
  promo: () => webPaths.orders(),
  untyped: (orderId) => webPaths.orderJobType(orderId),
  unfinished: (orderId) => webPaths.orderForm(orderId),
  undescribed: (orderId) => webPaths.orderDetailsBeforePayment(orderId),
  ready: (orderId) => webPaths.orderForm(orderId),
}

/** The redirect of a page for an order in this state; undefined if the page may show. */
export function redirectFor(page: FlowPage, state: FlowState, orderId: string): string | undefined {
  if (pageStates[page].includes(state)) return undefined
  return page === 'additional-services' ? webPaths.root() : placeOf[state](orderId, page)
}
