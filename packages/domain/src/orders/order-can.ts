import { all, any, type Condition, not } from './condition.ts'
import { orderIs } from './order-is.ts'

const tipsUnpaid: Condition = (order) => !order.tipsPaid
/** Good marks, which lead to tipping. */
const goodMark: Condition = (order) => order.mark >= 4
const promo: Condition = (order) => order.isPromo
const complex: Condition = (order) => order.isComplex

/** The rights on an order; the API's guards and the wire's `isCan…` flags both use them (STATE-19). */
export const orderCan = {
  /**
   * STATE-08: not rated and ((completed and paid in full or in part), or refund requested or accepted, or revision
   * completed).
   */
  showRating: all(
    not(orderIs.rated),
    any(all(orderIs.completed, orderIs.paid), orderIs.refundRequested, orderIs.refunded, orderIs.revisionCompleted),
  ),

  /**
   * STATE-09: not rated, paid in full, not refund accepted, and (sent, client-accepted, refund requested or revision
   * completed).
   */
  showRatingBtn: all(
    not(orderIs.rated),
    orderIs.paidInFull,
    not(orderIs.refunded),
    any(orderIs.sent, orderIs.clientAccepted, orderIs.refundRequested, orderIs.revisionCompleted),
  ),

  /** STATE-10: rated, not on revision, not revision requested, not refund accepted. */
  changeRating: all(orderIs.rated, not(orderIs.onRevision), not(orderIs.revisionRequested), not(orderIs.refunded)),

  /** STATE-11: tips unpaid, mark 4 or more, no refund accepted, and (revision completed or completed). */
  tip: all(tipsUnpaid, goodMark, not(orderIs.refunded), any(orderIs.revisionCompleted, orderIs.completed)),

  /** STATE-12: (completed and paid), or a refund, revision or revision-completed state; never without a payment. */
  downloadFile: all(
    orderIs.paid,
    any(orderIs.completed, orderIs.inRefund, orderIs.revisionRequested, orderIs.onRevision, orderIs.revisionCompleted),
  ),

  /** STATE-19: paid, not completed, not in a refund. */
  showStatusBar: all(orderIs.paid, not(orderIs.completed), not(orderIs.inRefund)),

  /** PAY-06: not paid in full, no refund requested or granted, not deleted, not declined. */
  pay: all(not(orderIs.paidInFull), orderIs.inForce),

  /** PAY-01: the payment link works, for the order or for services added since. */
  takePayment: orderIs.inForce,

  /**
   * PAY-07: the order keeps incoming money: not deleted, not declined, not refunded. Otherwise the money is refunded.
   */
  keepMoney: all(not(orderIs.deleted), not(orderIs.declined), not(orderIs.refunded)),

  /** FLOW-26: paid in full, no refund requested or granted, not deleted, not declined. */
  addServices: all(orderIs.paidInFull, orderIs.inForce),

  /** FLOW-32: paid and not delivered, with no refund requested or granted. */
  addDetails: all(orderIs.paid, (order) => order.sentAt === null, orderIs.inForce),

  /** PAY-06, FLOW-19: unpaid, neither promo nor complex, not deleted, not declined. */
  edit: all(not(orderIs.paid), not(promo), not(complex), not(orderIs.deleted), not(orderIs.declined)),
} satisfies Record<string, Condition>
