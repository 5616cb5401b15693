import { group, integer, oneOf, required, text } from '../../http/parameters.ts'
import { declinedCall } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { collectInvoice, invoiceDetails, monthLine } from '../billing/invoices.ts'
import { prorationLines } from '../billing/months.ts'
import { whereField } from '../collection.ts'
import { newInvoice } from '../objects/invoice.ts'
import { withItem } from '../objects/subscription.ts'
import { savedCard } from './payment-methods.ts'
import { readRoute } from './read-routes.ts'
import { itemParameter, planChangeOf, prorationBehavior } from './subscriptions.ts'

const preview = {
  ...expandParameter,
  subscription: required(text()),
  subscription_details: group({
    items: itemParameter,
    proration_behavior: prorationBehavior,
    proration_date: integer(),
  }),
}

/** Invoices: read, list, pay, preview of a change. */
export const invoiceRoutes = [
  readRoute('/invoices', 'invoices'),

  apiRoute(
    'GET',
    '/invoices',
    {
      ...listParameters,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text(),
    },
    (provider, values) =>
      provider.invoices.list(
        '/v1/invoices',
        [
          ...whereField('status', values.status),
          ...whereField('parent.subscription_details.subscription', values.subscription),
          ...whereCreated(values.created),
        ],
        values,
      ),
  ),

  apiRoute('POST', '/invoices/:id/pay', { ...expandParameter, payment_method: text() }, (provider, values, id) => {
    const { wire: invoice } = provider.invoices.get(id)
    const card = savedCard(provider, values.payment_method, invoice.customer)
    const collected = collectInvoice(provider, id, { at: provider.clock.seconds(), card, byClock: false })
    if (collected.outcome === 'declined') throw declinedCall(collected.decline, { effective: true })
    return provider.invoices.get(id).wire
  }),

  apiRoute('POST', '/invoices/create_preview', preview, (provider, values) => {
    const { wire: subscription } = provider.subscriptions.get(values.subscription, 'subscription')
    const now = provider.clock.seconds()
    const asked = values.subscription_details
    const change = planChangeOf(provider, subscription, asked ?? {})
    const atOnce = change !== undefined && asked?.proration_behavior === 'always_invoice'
    const next =
      change === undefined ? subscription : withItem(subscription, { price: change.price, quantity: change.quantity })
    const lines = atOnce ? prorationLines(subscription, change) : [monthLine(next, { free: false })]
    const shown = lines.length > 0 ? lines : [monthLine(next, { free: true })]
    return newInvoice(invoiceDetails(provider, subscription, 'subscription_update', shown), now)
  }),
]
