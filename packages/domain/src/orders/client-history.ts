import { type OrderEventName, orderEventNames } from './order-progress.ts'

/** Whether the client sees the event in an order's history (CAB-08). */
const isShown: Record<OrderEventName, boolean> = {
  paid: true,
  nerd_found: true,
  quality_check: true,
  final_touches: true,
  send: true,
  reassign: true,
  extend_deadline: true,
  offer_deadline: true,
  accept_deadline: true,
  decline_deadline: true,
  accept: true,
  request_revision: true,
  accept_revision: true,
  complete_revision: true,
  request_refund: true,
  accept_refund: true,
  decline_refund: true,
  decline: false,
  delete: false,
  no_feedback_1d: false,
  reviewed: false,
  dispute_answered: false,
}

/** The events in the client's history, in the order of STATE-17. */
export const clientEventNames = orderEventNames.filter((name) => isShown[name])

export const isClientEvent = (name: string): name is OrderEventName => clientEventNames.some((event) => event === name)
