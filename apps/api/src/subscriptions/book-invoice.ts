import { plans, planTags } from '@nerdify/domain/plans/plans.ts'
import { lockedTags } from '../accounts/change-tags.ts'
import { transaction } from '../database/transaction.ts'
import { bookPlanPayment } from '../payments/ledger/plan-money.ts'
import type { CardInvoice } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { giveLaterBillBack } from './refund-month.ts'
import { noteOnSubscription, subscriptionOfClient } from './subscriptions.store.ts'
import { notifyOfPayment } from './notify-subscriber.ts'

/**
 * Books a paid month once, with the plan's credit (SUB-13).
 * - A change of plan within a month is booked without credit; one that the provider turned into credit is booked as
 * zero, to record it.
 * - Any other invoice of zero, and an unpaid one, is ignored.
 */
export async function bookInvoice(product: AppContext, clientId: string, invoiceId: string): Promise<void> {
  const invoice = await product.cards.invoiceOf(invoiceId)
  const costs = invoice.totalCents > 0
  if (invoice.status !== 'paid' || !(costs || invoice.reason === 'change')) return
  await transaction(product.queries, async (queries) => {
    await lockedTags(queries, clientId)
    const now = product.clock.now()
    const credit = creditOf(invoice)
    const booked = await bookPlanPayment(queries, {
      clientId,
      subscriptionId: invoice.subscriptionId,
      invoiceId: invoice.id,
      paymentId: invoice.paymentIntentId,
      cents: invoice.paidCents,
      creditCents: credit,
      plan: invoice.tag,
      reason: invoice.reason,
      at: now,
    })
    if (!booked || !costs) return
    const subscription = await subscriptionOfClient(queries, clientId, invoice.subscriptionId)
    if (subscription === undefined) return
    const newer = subscription.paid_at === null || subscription.paid_at <= invoice.paidAt
    if (newer && invoice.reason !== 'change') {
      await noteOnSubscription(queries, subscription, {
        paid_invoice_id: invoice.id,
        paid_cents: invoice.paidCents,
        paid_at: new Date(invoice.paidAt),
        payment_id: invoice.paymentIntentId,
        paid_credit_cents: invoice.creditCents,
        // A refund of the month before, made in the provider's dashboard, is not of this one.
        ...(subscription.refund_asked_at === null && { refund_id: null, refunded_at: null }),
      })
      await giveLaterBillBack(queries, { clientId, id: subscription.id, now })
      if (subscription.refund_asked_at !== null) product.wake.payments()
    }
    await notifyOfPayment(queries, {
      subscription,
      invoice,
      creditCents: credit,
      zone: product.settings.companyZone,
      now,
    })
  })
}

/** The credit of an invoice's plan: for its first month and each later one (SUB-13). */
function creditOf({ tag, reason }: CardInvoice): number {
  const plan = planTags.find((known) => known === tag)
  return plan === undefined || (reason !== 'start' && reason !== 'month') ? 0 : plans[plan].creditCents
}
