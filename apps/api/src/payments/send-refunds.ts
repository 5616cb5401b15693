import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { recordReturnedSurplus } from '../orders/record-payment.ts'
import type { Product } from '../product.ts'
import { insertEntry } from './ledger.store.ts'
import { claimRefunds, noteRefund } from './refunds.store.ts'

/** A refund whose call failed is tried again after this; its key makes the repeat harmless. */
const tryAgainMs = 60_000

/** Asks the provider for the refunds that are due and books those that it made (PAY-07); answers how many were due. */
export async function sendDueRefunds(product: Product, warn: (error: Error) => void): Promise<number> {
  const now = product.clock.now()
  const due = await claimRefunds(product.queries, now, now + tryAgainMs)
  for (const refund of due) {
    try {
      const made = await product.cards.refund({
        refundId: refund.id,
        paymentIntentId: refund.payment_intent_id,
        cents: refund.cents,
      })
      await transaction(product.queries, async (queries) => {
        await noteRefund(queries, refund, { status: made.status, providerId: made.id })
        if (made.status !== 'succeeded') return
        const { client_id: clientId, order_id: orderId } = refund
        const at = product.clock.now()
        const booked = await insertEntry(queries, {
          clientId,
          id: uuidv7(at),
          kind: 'surplus_refund',
          ref: made.id,
          orderId,
          at,
          lines: [
            { account: `order:${orderId}`, cents: -made.cents },
            { account: 'gateway', cents: made.cents },
          ],
          data: { refund_id: refund.id },
        })
        if (booked) await recordReturnedSurplus(queries, { clientId, orderId, cents: made.cents, now: at })
      })
    } catch (error) {
      warn(error as Error)
    }
  }
  return due.length
}
