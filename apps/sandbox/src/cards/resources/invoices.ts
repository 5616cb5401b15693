import { declinedCall, noUpcomingInvoice } from '../api/api-error.ts'
import { cardCall } from '../api/card-call.ts'
import { group, text } from '../api/schemas.ts'
import { collectInvoice, invoiceFor } from '../billing/invoices.ts'
import { prorationLines } from '../billing/months.ts'
import { hasEnded } from '../objects/subscription.ts'
import { planChange, planChangeOf } from './subscriptions.ts'

/** Invoices: pay, preview of another plan. */
export const invoiceCalls = [
  cardCall('POST', '/invoices/:id/pay', {}, (provider, _, id) => {
    const decline = collectInvoice(provider, id, { at: provider.clock.seconds(), byClock: false })
    if (decline !== undefined) throw declinedCall(decline, { effective: true })
    return provider.invoices.get(id)
  }),

  cardCall(
    'POST',
    '/invoices/create_preview',
    { subscription: text(), subscription_details: group(planChange) },
    (provider, { subscription: id, subscription_details: terms }) => {
      const subscription = provider.subscriptions.get(id, 'subscription')
      if (hasEnded(subscription)) throw noUpcomingInvoice(subscription.customer)
      const lines = prorationLines(subscription, planChangeOf(provider, subscription, terms))
      const at = provider.clock.seconds()
      return invoiceFor(provider, subscription, { reason: 'subscription_update', lines, at })
    },
  ),
]
