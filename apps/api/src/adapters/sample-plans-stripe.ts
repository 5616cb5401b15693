import type { SamplePlans } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { ask } from './ask-stripe.ts'
import { stripeClient } from './cards-stripe.ts'
import { planPrices } from './cards-stripe-plans.ts'

/** The provider's names for test cards that every test account has. */
const testCards = { good: 'pm_card_visa', fails: 'pm_card_chargeCustomerFail' } as const
/** Metadata of a sample whose card fails: whether its second month exists. */
const secondMonth = 'sample_second_month'

/**
 * Sample subscriptions with the provider's own test cards. Only a sandbox account gets samples, never the company's
 * own.
 */
export function stripeSamplePlans(settings: Settings['stripe']): SamplePlans | undefined {
  if (settings.apiBase === undefined) return undefined
  const stripe = stripeClient(settings)
  const priceOf = planPrices(stripe)
  const once = (purpose: string, clientId: string) => ({ idempotencyKey: `sample-${purpose}:${clientId}` })
  const save = async (name: keyof typeof testCards, { clientId, customer }: { clientId: string; customer: string }) => {
    const attach = () => stripe().paymentMethods.attach(testCards[name], { customer }, once(name, clientId))
    return (await ask('payment_method', attach)).id
  }
  return {
    async begin({ clientId, customerId: customer, plan, card }) {
      const price = await priceOf(plan)
      const default_payment_method = await save('good', { clientId, customer })
      const subscription = await ask('subscription', () =>
        stripe().subscriptions.create(
          {
            customer,
            items: [{ price }],
            default_payment_method,
            metadata: { client_id: clientId, ...(card === 'fails' && { [secondMonth]: 'due' }) },
            payment_behavior: 'error_if_incomplete',
          },
          once('plan', clientId),
        ),
      )
      return subscription.id
    },

    async failSecondMonth(subscriptionId) {
      const { metadata, customer } = await ask('subscription', () => stripe().subscriptions.retrieve(subscriptionId))
      if (metadata[secondMonth] !== 'due') return false
      const clientId = metadata.client_id ?? ''
      const customerId = typeof customer === 'string' ? customer : customer.id
      const default_payment_method = await save('fails', { clientId, customer: customerId })
      // A trial would avoid the second month, but each card has only one trial (SUB-06).
      await ask('subscription', () =>
        stripe().subscriptions.update(
          subscriptionId,
          {
            default_payment_method,
            billing_cycle_anchor: { type: 'now' },
            proration_behavior: 'none',
            metadata: { [secondMonth]: 'made' },
          },
          once('month', clientId),
        ),
      )
      return true
    },
  }
}
