import { transaction } from '../database/transaction.ts'
import { whenFree } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'
import { subscriptionOfClient, trialsEndingBefore } from './subscriptions.store.ts'
import { remindOfEnd } from './notify-subscriber.ts'

/** How long before the end of a trial its client is reminded. */
const noticeMs = 3 * 86_400_000

/** Reminds the client of the end of a trial, on the provider's event (SUB-11). */
export async function remindOfTrialEnd(product: AppContext, subscriptionId: string): Promise<void> {
  const { clientId } = await product.cards.subscriptionOf(subscriptionId)
  if (clientId === null) return
  await transaction(product.queries, async (queries) => {
    const subscription = await subscriptionOfClient(queries, clientId, subscriptionId)
    if (subscription !== undefined)
      await remindOfEnd(queries, { subscription, zone: product.settings.companyZone, now: product.clock.now() })
  })
  product.wake.outbox()
}

/** Reminds of all trials that end soon, in case the event was lost; once per client. */
export async function remindOfTrialEnds(product: AppContext): Promise<number> {
  await whenFree(product, 'trial ends', async () => {
    const now = product.clock.now()
    for (const subscription of await trialsEndingBefore(product.queries, now + noticeMs)) {
      product.ending.throwIfAborted()
      await transaction(product.queries, (queries) =>
        remindOfEnd(queries, { subscription, zone: product.settings.companyZone, now }),
      ).catch(product.putOff)
    }
  })
  return 0
}
