import { plans } from '@nerdify/domain/plans/plans.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { customerFor } from '../payments/page/card-pages.ts'
import type { SamplePlans } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { listSubscriptions } from '../subscriptions/list-subscriptions.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { type SeededPerson, seededPeople } from './people.ts'

/**
 * Gives the seeded people their plans at the card provider, so that they can cancel, change, or pay with another card
 * (SBX-04). Idempotent: a client who has or had a plan is skipped, and an interrupted run is resumed. It calls the provider,
 * so it runs after the product has started.
 */
export async function seedPlans(
  product: AppContext,
  samples: SamplePlans,
  people: readonly Pick<SeededPerson, 'phone' | 'plan'>[] = seededPeople,
): Promise<void> {
  for (const { phone, plan } of people) {
    const clientId = plan === undefined ? undefined : await findClientIdByPhone(product.queries, phone)
    if (plan === undefined || clientId === undefined) continue
    const { results } = await listSubscriptions(product, clientId)
    const newPlan = results.length === 0 ? await beginPlan(product, samples, { clientId, plan }) : undefined
    // A start may have died between the two months of the person with a failing card.
    const unfinished =
      plan.card === 'fails' ? (newPlan ?? results.find(({ status }) => status === 'active')?.id) : undefined
    const failed = unfinished !== undefined && (await samples.failSecondMonth(unfinished))
    const changed = failed ? unfinished : newPlan
    if (changed !== undefined) await syncSubscription(product, changed)
  }
}

async function beginPlan(
  product: AppContext,
  samples: SamplePlans,
  { clientId, plan: { tag, card } }: { clientId: string; plan: NonNullable<SeededPerson['plan']> },
): Promise<string> {
  const customerId = await customerFor(product, clientId)
  return samples.begin({ clientId, customerId, plan: plans[tag], card })
}
