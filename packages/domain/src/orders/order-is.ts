import { all, any, type Condition, client, flagged, not, system, tagged } from './condition.ts'
import { isLowMark } from './mark.ts'
import { isRefundStatus, statusesBeforeDelivery } from './order-status.ts'

// PAY-06. A booked free order counts as paid: its client status, which unpaid orders lack, shows the booking.
const paidSomething: Condition = (order) => order.paidCents > 0
const bookedForFree: Condition = (order) => order.cabinetPriceCents === 0 && order.clientStatus !== null
const paid = any(paidSomething, bookedForFree)
const paidInFull = all(paid, (order) => order.paidCents >= order.cabinetPriceCents)
const partiallyPaid = all(paid, not(paidInFull))

// STATE-01
const inRefund: Condition = (order) => isRefundStatus(order.systemStatus)
const refundRequested = system('Refund Requested')
const refunded = system('Refund Accepted')

// STATE-02 to STATE-06
const sent = client('Sent')
const revisionAccepted: Condition = (order) => order.revisionAcceptAt !== null
const refundDeclined = system('Refund Declined')
const completed = any(system('Completed'), all(sent, not(revisionAccepted)), all(sent, refundDeclined))
const revisionRequested = all(system('Revision Requested', 'Refund Declined'), client('Revision requested'))
const onRevision = any(system('Revision Accepted'), client('On revision'))
const revisionCompleted = any(
  system('Revision Completed'),
  all(sent, revisionAccepted),
  all(client('Revision sent'), refundDeclined),
)
const clientAccepted = all(completed, tagged('client_accept'))
const inWork = client('In progress', 'Nerd found')

// STATE-07
const deleted = any((order) => order.profileArch, system('Deleted'), tagged('delete_order'))
const declined: Condition = (order) => order.declined
const withoutPrice = all((order) => !order.priced, not(paid))
const hidden = any(deleted, withoutPrice, declined)

// STATE-20
const inForce = all(not(refundRequested), not(refunded), not(deleted), not(declined))

// LAW-06
const beforeDelivery = client(...statusesBeforeDelivery)
const unfinished = all(
  any(beforeDelivery, revisionRequested, onRevision),
  not(refundRequested),
  not(refunded),
  not(system('Deleted')),
)

// STATE-08, STATE-13, STATE-19
const rated: Condition = (order) => order.mark > 0
const notRatedAfter1Day = tagged('no_feedback_1d')
const inQualityReview = all(rated, ({ mark, reviewSettledAt }) => isLowMark(mark) && reviewSettledAt === null)
const reviewShown = flagged('review_shown_on_client')
const disputed = tagged('payment_disputed')
const disputeUnanswered = all(disputed, not(tagged('dispute_answered')))

/** The states of an order, derived from its facts; wire flags, lists and rights all use them. */
export const orderIs = {
  /** Paid in full or in part, or booked for free; locks the form (PAY-06). */
  paid,
  /** Paid at least the cabinet price: the wire's `isPaid` (PAY-06). */
  paidInFull,
  /** Paid something, but less than the cabinet price (PAY-06). */
  partiallyPaid,
  /** A refund is requested, granted or declined (STATE-01). */
  inRefund,
  /** A refund request awaits its decision (STATE-08, STATE-09). */
  refundRequested,
  /** A refund is granted (STATE-01). */
  refunded,
  /** STATE-02. */
  completed,
  /** STATE-03. */
  revisionRequested,
  /** STATE-04. */
  onRevision,
  /** STATE-05. */
  revisionCompleted,
  /** Completed and accepted by the client (STATE-06). */
  clientAccepted,
  /** Staff are looking for a Nerd, or have found one (STATE-06). */
  inWork,
  /** STATE-07. */
  deleted,
  /** Operations declined it (STATE-07). */
  declined,
  /** No list shows it: deleted, declined or without a price (STATE-07). */
  hidden,
  /** No refund is requested or granted, and it is neither deleted nor declined: work and payments continue (STATE-20). */
  inForce,
  /** In work, or in a revision, without a pending or granted refund: ends with its account (LAW-06). */
  unfinished,
  /** Delivered, with no later event (STATE-09). */
  sent,
  /** STATE-08. */
  rated,
  /** Badly rated and not reviewed yet (RATE-04, WAIT-01). */
  inQualityReview,
  /** A day has passed since completion without a rating (STATE-13). */
  notRatedAfter1Day,
  /** The client closed the rating prompt (STATE-13). */
  reviewShown,
  /** The bank disputes a payment, or the dispute is lost: the money is frozen (PAY-09, PAY-11). */
  disputed,
  /** The bank awaits our answer to the dispute (WAIT-01). */
  disputeUnanswered,
} satisfies Record<string, Condition>
