import { all, any, type Condition, client, flagged, not, system, tagged } from './condition.ts'
import { isLowMark } from './mark.ts'
import { isRefundStatus } from './order-status.ts'

// PAY-06. An order that a discount makes free is paid without money: it then has a client status, which no unpaid one has.
const paidSomething: Condition = (order) => order.paidCents > 0
const bookedForNothing: Condition = (order) => order.cabinetPriceCents === 0 && order.clientStatus !== null
const paid = any(paidSomething, bookedForNothing)
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

// STATE-08, STATE-13, STATE-19
const rated: Condition = (order) => order.mark > 0
const notRatedAfter1Day = tagged('no_feedback_1d')
const inQualityReview = all(rated, ({ mark, reviewSettledAt }) => isLowMark(mark) && reviewSettledAt === null)
const reviewShown = flagged('review_shown_on_client')
const disputed = tagged('payment_disputed')
const disputeUnanswered = all(disputed, not(tagged('dispute_answered')))

/** What an order is, computed from its facts; a wire flag, a list and a right all ask here. */
export const orderIs = {
  /** Paid in full or in part, or booked for nothing; locks the form (PAY-06). */
  paid,
  /** Paid at least the cabinet price: the wire's `isPaid` (PAY-06). */
  paidInFull,
  /** Paid something, but less than the cabinet price (PAY-06). */
  partiallyPaid,
  /** A refund is asked for, granted or declined (STATE-01). */
  inRefund,
  /** A refund is asked for and not decided yet (STATE-08, STATE-09). */
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
  /** Completed, and the client has said so (STATE-06). */
  clientAccepted,
  /** A Nerd is sought or works on it (STATE-06). */
  inWork,
  /** STATE-07. */
  deleted,
  /** The operations refused it (STATE-07). */
  declined,
  /** Not in any list: deleted, declined or without a price (STATE-07). */
  hidden,
  /** The work is delivered and nothing followed yet (STATE-09). */
  sent,
  /** STATE-08. */
  rated,
  /** It was badly rated, and nobody has looked at that yet (RATE-04, WAIT-01). */
  inQualityReview,
  /** A day has passed since completion without a rating (STATE-13). */
  notRatedAfter1Day,
  /** The client has closed the prompt to rate it (STATE-13). */
  reviewShown,
  /** A payment of it is disputed at the bank, or was lost that way: its money is frozen (PAY-09, PAY-11). */
  disputed,
  /** The bank of who paid waits for what we say to their dispute (WAIT-01). */
  disputeUnanswered,
} satisfies Record<string, Condition>
