import { plans } from '@nerdify/domain/plans/plans.ts'
import { findClientIdByPhone } from '../../clients/find-client.ts'
import { customerFor } from '../../payments/card-pages.ts'
import type { SamplePlans } from '../../ports.ts'
import type { Product } from '../../product.ts'
import { listSubscriptions } from '../../subscriptions/list-subscriptions.ts'
import { syncSubscription } from '../../subscriptions/sync-subscription.ts'
import { type SeededPerson, seededPeople } from './people.ts'

/**
 * Gives the seeded people their plans at the card provider, so that what can be done with a plan works for them: cancel it,
 * change it, pay with another card (SBX-04). Who has or had one is left alone, so a later start changes nothing. It talks to
 * the provider, so it runs beside a product that has started.
 */
export async function seedPlans(
  product: Product,
  samples: SamplePlans,
  people: readonly Pick<SeededPerson, 'phone' | 'plan'>[] = seededPeople,
): Promise<void> {
  for (const { phone, plan } of people) {
    const clientId = plan === undefined ? undefined : await findClientIdByPhone(product.queries, phone)
    if (plan === undefined || clientId === undefined) continue
    if ((await listSubscriptions(product, clientId)).results.length > 0) continue
    const customerId = await customerFor(product, clientId)
    const { tag, card } = plan
    await syncSubscription(product, await samples.begin({ clientId, customerId, plan: plans[tag], card }))
  }
}
