import type { OrderEventName } from './order-progress.ts'

/** The entries of an order's history, for staff. */
export const orderEventTexts: Record<OrderEventName, string> = {
  paid: 'Paid',
  nerd_found: 'Nerd found',
  quality_check: 'Quality check',
  final_touches: 'Final touches',
  send: 'Work delivered',
  reassign: 'Nerd taken off',
  extend_deadline: 'Deadline extended',
  offer_deadline: 'Later deadline offered',
  accept_deadline: 'Later deadline accepted',
  decline_deadline: 'Later deadline declined',
  accept: 'Work accepted',
  request_revision: 'Revision requested',
  accept_revision: 'Revision accepted',
  complete_revision: 'Revision delivered',
  request_refund: 'Refund requested',
  accept_refund: 'Refund granted',
  decline_refund: 'Refund declined',
  decline: 'Order declined',
  delete: 'Order deleted',
  no_feedback_1d: 'Rating asked for',
  reviewed: 'Quality review ended',
  dispute_answered: 'Dispute answered',
}
