import type { SamplePlans } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { ask } from './ask-stripe.ts'
import { stripeClient } from './cards-stripe.ts'
import { planPrices } from './cards-stripe-plans.ts'

/** The provider's names of cards that every test account has. */
const testCards = { good: 'pm_card_visa', fails: 'pm_card_chargeCustomerFail' } as const
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
      const save = async (name: keyof typeof testCards) =>
        (await ask('payment_method', () => stripe.paymentMethods.attach(testCards[name], { customer }, once(name)))).id
      const subscription = await ask('subscription', async () =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            default_payment_method: await save('good'),
            metadata: { client_id: clientId },
            payment_behavior: 'error_if_incomplete',
          },
          once('plan'),
        ),
      )
      if (card === 'fails') {
        // A trial would need no second month, but a trial by this card is only had once (SUB-06).
        await ask('subscription', async () =>
          stripe.subscriptions.update(
            subscription.id,
            {
              default_payment_method: await save('fails'),
              billing_cycle_anchor: { type: 'now' },
              proration_behavior: 'none',
            },
            once('month'),
          ),
        )
      }
      return subscription.id
    },
  }
}
