import { plans } from '@nerdify/domain/plans/plans.ts'
import { isOver } from '@nerdify/domain/plans/subscription-status.ts'
import { transaction } from '../database/transaction.ts'
import type { Product } from '../product.ts'
import { subscriptionOfClient } from './subscriptions.store.ts'
import { tellSubscriber } from './tell-subscriber.ts'

/** Tells a client that the card they just saved was declined for what is open (abuse 23); not for a plan that is over. */
export async function noteCardDeclined(
  product: Product,
  { clientId, subscriptionId, checkoutId }: { clientId: string; subscriptionId: string; checkoutId: string },
): Promise<void> {
  await transaction(product.queries, async (queries) => {
    const subscription = await subscriptionOfClient(queries, clientId, subscriptionId)
    if (subscription === undefined || isOver(subscription.status)) return
    await tellSubscriber(queries, {
      clientId,
      template: 'plan-card-declined',
      variables: { plan: plans[subscription.plan].name },
      key: checkoutId,
      now: product.clock.now(),
    })
  })
}
