import type { SamplePlans } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { ask } from './ask-stripe.ts'
import { stripeClient } from './cards-stripe.ts'
import { planPrices } from './cards-stripe-plans.ts'

/** The provider's names of cards that every test account has. */
const testCards = { good: 'pm_card_visa', fails: 'pm_card_chargeCustomerFail' } as const
/** How long the trial lasts after which a card fails, in seconds: the provider refuses one that is over already. */
const shortestTrialS = 2

/**
 * Sample subscriptions by the provider's own test cards. Nothing without an address of a stand-in: nobody's own account is
 * filled with samples.
 */
export function stripeSamplePlans(settings: Settings['stripe']): SamplePlans | undefined {
  if (settings.apiBase === undefined) return undefined
  const stripe = stripeClient(settings)
  const priceOf = planPrices(stripe)
  return {
    async begin({ clientId, customerId: customer, plan, card }) {
      const once = (what: string) => ({ idempotencyKey: `sample-${what}:${clientId}` })
      const price = await priceOf(plan)
      const saved = await ask('payment_method', () =>
        stripe.paymentMethods.attach(testCards[card], { customer }, once('card')),
      )
      const subscription = await ask('subscription', () =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            default_payment_method: saved.id,
            metadata: { client_id: clientId },
            payment_behavior: 'error_if_incomplete',
            ...(card === 'fails' ? { trial_end: Math.floor(Date.now() / 1000) + shortestTrialS } : {}),
          },
          once('plan'),
        ),
      )
      return subscription.id
    },
  }
}
