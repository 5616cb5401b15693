import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lockedTags } from '../accounts/change-tags.ts'
import { transaction } from '../database/transaction.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { bookPlanDispute, planOfPayment } from '../payments/ledger/plan-money.ts'
import type { Product } from '../product.ts'
import { withSubscriptionsOf } from './client-lease.ts'

/**
 * Brings the books to what the provider says of a dispute of a plan's month (abuse 25): its payment is gone and its credit
 * with it while the dispute is open and once it is lost; won, both are there again. Staff are told, and decide about the plan.
 * A dispute of something else is left alone.
 */
export async function applyMonthDispute(product: Product, disputeId: string): Promise<void> {
  const { paymentIntentId } = await product.cards.disputeOf(disputeId)
  const payment = await planOfPayment(product.queries, paymentIntentId)
  if (payment === undefined) return
  const { clientId, subscriptionId } = payment
  await withSubscriptionsOf(product, clientId, async () => {
    const dispute = await product.cards.disputeOf(disputeId)
    await transaction(product.queries, async (queries) => {
      await lockedTags(queries, clientId)
      const now = product.clock.now()
      const { cents, status } = dispute
      const ref = await bookPlanDispute(queries, {
        ...payment,
        disputeId,
        paymentId: paymentIntentId,
        status,
        cents,
        at: now,
      })
      if (ref !== undefined) {
        await mailStaff(queries, now, product.settings, {
          template: 'payment-disputed',
          variables: { number: subscriptionId, amount: formatMoney(cents), status },
          dedupeKey: `dispute:${ref}`,
        })
      }
    })
  })
  product.wake.outbox()
}
