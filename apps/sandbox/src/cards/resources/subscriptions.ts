import {
  flag,
  group,
  integer,
  listOf,
  oneOf,
  type ParameterValues,
  required,
  text,
  unsettable,
} from '../../http/parameters.ts'
import { declinedCall, invalidParameter, refusedByState, resourceMissing } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { endSubscription, keepSubscription } from '../billing/keep-subscription.ts'
import { billAnew, changePlan, type PlanChange, startIncomplete, startSubscription } from '../billing/months.ts'
import { type Condition, whereField } from '../collection.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import { hasEnded, itemOf, type Subscription } from '../objects/subscription.ts'
import { confirmPayment } from '../payments/confirm-payment.ts'
import type { CardProvider } from '../provider.ts'
import { declines } from '../test-cards.ts'
import { savedCard } from './payment-methods.ts'
import { readRoute } from './read-routes.ts'

/** The line of a subscription as a caller changes it. */
export const itemParameter = listOf(
  required(group({ id: text(), price: text(), quantity: integer({ minimum: 1, maximum: 999_999 }) })),
)
/** Whether a change of plan is charged at once; the sandbox knows both ends. */
export const prorationBehavior = oneOf('always_invoice', 'none')

const changes = {
  ...expandParameter,
  billing_cycle_anchor: group({ type: required(oneOf('now')) }),
  cancel_at_period_end: flag(),
  default_payment_method: unsettable(text()),
  items: itemParameter,
  metadata,
  payment_behavior: oneOf('error_if_incomplete'),
  proration_behavior: prorationBehavior,
  proration_date: integer(),
}

/** The change of plan that the parameters ask for, if they do. */
export function planChangeOf(
  provider: CardProvider,
  subscription: Subscription,
  values: {
    readonly items?:
      | readonly { id: string | undefined; price: string | undefined; quantity: number | undefined }[]
      | undefined
    readonly proration_date?: number | undefined
  },
): PlanChange | undefined {
  const [given, ...more] = values.items ?? []
  if (given === undefined) return undefined
  const item = itemOf(subscription)
  if (more.length > 0 || given.id !== item.id) {
    throw invalidParameter('The sandbox knows subscriptions of one item, which is named by its id.', 'items')
  }
  return {
    price: given.price === undefined ? item.price : provider.prices.get(given.price, 'items[0][price]').wire,
    quantity: given.quantity ?? item.quantity,
    at: values.proration_date ?? provider.clock.seconds(),
  }
}

const statuses = ['active', 'all', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'trialing'] as const

function whereStatus(status: (typeof statuses)[number] | undefined): readonly Condition[] {
  if (status === 'all') return []
  if (status === undefined) return [{ sql: `json_extract(wire, '$.status') <> 'canceled'`, values: [] }]
  return whereField('status', status)
}

const start = {
  ...expandParameter,
  customer: required(text()),
  default_payment_method: required(text()),
  items: required(
    listOf(required(group({ price: required(text()), quantity: integer({ minimum: 1, maximum: 999_999 }) }))),
  ),
  metadata,
  payment_behavior: required(oneOf('allow_incomplete', 'error_if_incomplete')),
}

/** Begins a subscription with a saved card, which pays its first month; if it cannot, nothing begins unless that is allowed. */
function createSubscription(provider: CardProvider, values: ParameterValues<typeof start>): Subscription {
  const { customer } = values
  provider.customers.get(customer, 'customer')
  const [item, ...more] = values.items
  if (item === undefined || more.length > 0) {
    throw invalidParameter('The sandbox knows subscriptions of one item.', 'items')
  }
  const price = provider.prices.get(item.price, 'items[0][price]').wire
  if (price.recurring === null) {
    throw invalidParameter(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    )
  }
  const quantity = item.quantity ?? 1
  const paymentMethod = savedCard(provider, values.default_payment_method, customer)
  const beginning = { customer, price, quantity, paymentMethod, metadata: changedMetadata({}, values.metadata) }
  if (values.payment_behavior === 'allow_incomplete') return startIncomplete(provider, beginning)
  const sum = { amount: (price.unit_amount ?? 0) * quantity, currency: price.currency, customer }
  const details = { description: 'Subscription creation' }
  const { wire: payment } = provider.paymentIntents.add(newPaymentIntent(sum, details, provider.clock.seconds()), {})
  const result = confirmPayment(provider, payment.id, paymentMethod, 'absent')
  if (result.outcome !== 'worked') {
    throw declinedCall(result.outcome === 'declined' ? result.decline : declines.absent, { effective: true })
  }
  return startSubscription(provider, { ...beginning, trialEnd: null, paidBy: payment.id }).subscription
}

/** Subscriptions: begin, read, change, end, list. The hosted page begins them too. */
export const subscriptionRoutes = [
  apiRoute('POST', '/subscriptions', start, createSubscription),

  readRoute('/subscriptions', 'subscriptions'),

  apiRoute('POST', '/subscriptions/:id', changes, (provider, values, id) => {
    const { wire: before } = provider.subscriptions.get(id)
    if (hasEnded(before)) {
      throw refusedByState('A canceled subscription can only update its cancellation_details and metadata.')
    }
    const ending = values.cancel_at_period_end ?? before.cancel_at_period_end
    const card = savedCard(provider, values.default_payment_method, before.customer)
    const changed = keepSubscription(provider, {
      ...before,
      metadata: changedMetadata(before.metadata, values.metadata),
      default_payment_method: card === undefined ? before.default_payment_method : card,
      cancel_at_period_end: ending,
      cancel_at: ending ? itemOf(before).current_period_end : null,
      canceled_at: ending ? (before.canceled_at ?? provider.clock.seconds()) : null,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: ending ? 'cancellation_requested' : null,
      },
    })
    const change = planChangeOf(provider, changed, values)
    if (values.billing_cycle_anchor !== undefined) {
      if (change !== undefined || values.proration_behavior !== 'none') {
        throw invalidParameter(
          'The sandbox begins a new month of the same plan, without proration.',
          'billing_cycle_anchor',
        )
      }
      return billAnew(provider, changed, provider.clock.seconds())
    }
    if (change === undefined) return changed
    return changePlan(provider, changed, change, { charge: values.proration_behavior === 'always_invoice' })
  }),

  apiRoute(
    'DELETE',
    '/subscriptions/:id',
    { ...expandParameter, cancellation_details: group({ comment: text() }), invoice_now: flag(), prorate: flag() },
    (provider, values, id) => {
      const { wire } = provider.subscriptions.get(id)
      if (hasEnded(wire)) throw resourceMissing('subscription', id, 'id')
      const comment = values.cancellation_details?.comment
      return endSubscription(provider, wire, {
        at: provider.clock.seconds(),
        reason: 'cancellation_requested',
        ...(comment === undefined ? {} : { comment }),
      })
    },
  ),

  apiRoute(
    'GET',
    '/subscriptions',
    { ...listParameters, customer: text(), status: oneOf(...statuses) },
    (provider, values) =>
      provider.subscriptions.list(
        '/v1/subscriptions',
        [...whereField('customer', values.customer), ...whereStatus(values.status), ...whereCreated(values.created)],
        values,
      ),
  ),
]
