import { type OrderEventName, orderEventNames } from './order-progress.ts'

/** Which events of an order its client reads in its history; the others are of no use to them (CAB-08). */
const told: Record<OrderEventName, boolean> = {
  paid: true,
  nerd_found: true,
  quality_check: true,
  final_touches: true,
  send: true,
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

/** The events that a client's history of an order shows, in the order of STATE-17. */
export const clientEventNames = orderEventNames.filter((name) => told[name])

/** Whether an event is shown to the client. */
export const isClientEvent = (name: string): name is OrderEventName => clientEventNames.some((event) => event === name)
