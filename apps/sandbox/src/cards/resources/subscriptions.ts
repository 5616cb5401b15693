import { type Static, type TObject, Type } from 'typebox'
import { declinedCall, invalidParameter, refusedByState, resourceMissing } from '../api/api-error.ts'
import { cardCall, page } from '../api/card-call.ts'
import { changedMetadata, group, metadata, moment, optional, text } from '../api/schemas.ts'
import { endSubscription, keepSubscription } from '../billing/keep-subscription.ts'
import { restartBilling, changePlan, type PlanChange, startIncomplete, startSubscription } from '../billing/months.ts'
import { newPaymentIntent } from '../objects/payment-intent.ts'
import { hasEnded, itemOf, type Subscription } from '../objects/subscription.ts'
import { chargeSaved } from '../payments/try-card.ts'
import type { CardProvider } from '../provider.ts'
import { savedCard } from './payment-methods.ts'

/** The sandbox's subscriptions have exactly one item. */
const exactlyOne = { minItems: 1, maxItems: 1 }

/** Another plan: the changed item, whether to charge it at once, and the second from which it counts. */
export const planChange = {
  items: Type.Array(group({ id: text(), price: text() }), exactlyOne),
  proration_behavior: Type.Enum(['always_invoice', 'none']),
  proration_date: moment,
}

/** The parameters' change of plan. */
export function planChangeOf(
  provider: CardProvider,
  subscription: Subscription,
  { items: [item], proration_date: at }: Pick<Static<TObject<typeof planChange>>, 'items' | 'proration_date'>,
): PlanChange {
  if (item?.id !== itemOf(subscription).id) throw invalidParameter('The subscription has no such item.', 'items')
  return { price: provider.prices.get(item.price, 'items[0][price]'), at }
}

const start = {
  customer: text(),
  default_payment_method: text(),
  items: Type.Array(group({ price: text() }), exactlyOne),
  payment_behavior: Type.Enum(['allow_incomplete', 'error_if_incomplete']),
  ...optional({ metadata }),
}

/**
 * Begins a subscription with a saved card that pays its first month; a decline refuses the call unless it allows an
 * incomplete start.
 */
function createSubscription(provider: CardProvider, values: Static<TObject<typeof start>>): Subscription {
  const { customer } = values
  provider.customers.get(customer, 'customer')
  const price = provider.prices.get(values.items[0]?.price ?? '', 'items[0][price]')
  const paymentMethod = savedCard(provider, values.default_payment_method, customer)
  const entries = changedMetadata({}, values.metadata)
  const beginning = { customer, price, paymentMethod, metadata: entries, trialEnd: null }
  if (values.payment_behavior === 'allow_incomplete') return startIncomplete(provider, beginning)
  const sum = { amount: price.unit_amount, currency: price.currency, customer }
  const { id: paidBy } = provider.paymentIntents.add(newPaymentIntent(sum, provider.clock.seconds()))
  const decline = chargeSaved(provider, paidBy, paymentMethod)
  if (decline !== undefined) throw declinedCall(decline, { effective: true })
  return startSubscription(provider, { ...beginning, paidBy })
}

const changes = optional({
  ...planChange,
  billing_cycle_anchor: group({ type: Type.Enum(['now']) }),
  cancel_at_period_end: Type.Boolean(),
  default_payment_method: text(),
  metadata,
  payment_behavior: Type.Enum(['error_if_incomplete']),
})

function changeSubscription(provider: CardProvider, values: Static<TObject<typeof changes>>, id: string): Subscription {
  const before = provider.subscriptions.get(id)
  if (hasEnded(before)) throw refusedByState('A canceled subscription can only update its metadata.')
  const { default_payment_method: cardId, items, proration_behavior: proration } = values
  const changed = keepSubscription(provider, {
    ...before,
    metadata: changedMetadata(before.metadata, values.metadata),
    default_payment_method:
      cardId === undefined ? before.default_payment_method : savedCard(provider, cardId, before.customer),
    cancel_at_period_end: values.cancel_at_period_end ?? before.cancel_at_period_end,
  })
  if (values.billing_cycle_anchor !== undefined) {
    if (items === undefined && proration === 'none') return restartBilling(provider, changed)
    const message = 'The sandbox begins a new month of the same plan, without proration.'
    throw invalidParameter(message, 'billing_cycle_anchor')
  }
  if (items === undefined) return changed
  const { proration_date = provider.clock.seconds() } = values
  const change = planChangeOf(provider, changed, { items, proration_date })
  return changePlan(provider, changed, change, { charge: proration === 'always_invoice' })
}

const notCanceled = ['active', 'incomplete', 'incomplete_expired', 'past_due', 'trialing'] as const
const narrowing = optional({ customer: text(), status: Type.Enum([...notCanceled, 'canceled', 'all']) })

/** Subscriptions: begin, change, end, list. The hosted page begins them too. */
export const subscriptionCalls = [
  cardCall('POST', '/subscriptions', start, createSubscription),
  cardCall('POST', '/subscriptions/:id', changes, changeSubscription),
  cardCall('DELETE', '/subscriptions/:id', {}, (provider, _, id) => {
    const subscription = provider.subscriptions.get(id)
    if (hasEnded(subscription)) throw resourceMissing('subscription', id, 'id')
    return endSubscription(provider, subscription)
  }),
  // Without a status, the list omits canceled ones.
  cardCall('GET', '/subscriptions', { ...page, ...narrowing }, (provider, values) => {
    const { customer, status = notCanceled, ...paging } = values
    return provider.subscriptions.list({ customer, status: status === 'all' ? undefined : status }, paging)
  }),
]
