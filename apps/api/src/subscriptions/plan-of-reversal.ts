import type { Queries } from '../database/tables.ts'
import { planOfPayment } from '../payments/ledger/plan-money.ts'
import { PaymentNotBooked } from '../payments/refund/settle-refund.ts'
import type { CardDispute, CardRefund } from '../ports.ts'

/**
 * The month that a refund or a dispute reverses; undefined if its payment is an order's or foreign. Throws
 * {@link PaymentNotBooked} while a client's payment without an attempt is not in the ledger: it is a plan's, and its
 * invoice comes later (PAY-04).
 */
export async function planOfReversal(queries: Queries, reversal: CardRefund | CardDispute) {
  const { id, paymentIntentId, attemptId, clientId } = reversal
  const plan = await planOfPayment(queries, paymentIntentId)
  if (plan === undefined && attemptId === null && clientId !== null)
    throw new PaymentNotBooked(`the month of ${id} is not booked yet`)
  return plan
}
