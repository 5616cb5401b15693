import { claimUnreported } from '../database/claim-rows.ts'
import type { AppContext } from '../app-context.ts'
import { checkoutOfClient, openCheckoutOf, type StoredCheckout } from './subscriptions.store.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { settleCheckout } from './settle-checkout.ts'

/** An event should have reported a visit this old. */
const quietMs = 2 * 60_000
/** Long after its page has closed, a visit that never got a session is over. */
const graceMs = 60 * 60_000
const batch = 20

/** Fetches open visits without an event from the provider; answers their number. */
export async function pollStaleCheckouts(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const stale = await claimUnreported(product.queries, 'subscription_checkout', {
    madeBefore: now - quietMs,
    now,
    most: batch,
  })
  for (const checkout of stale) {
    product.ending.throwIfAborted()
    await checkCheckout(product, checkout).catch(product.putOff)
  }
  return stale.length
}

/** Fetches the open visits of a client who has just come back from the provider's page. */
export async function checkOpenCheckouts(product: AppContext, clientId: string): Promise<void> {
  for (const kind of ['subscribe', 'card'] as const) {
    const open = await openCheckoutOf(product.queries, clientId, kind)
    if (open !== undefined) await checkCheckout(product, open)
  }
}

async function checkCheckout(product: AppContext, { client_id: clientId, id }: StoredCheckout): Promise<void> {
  await withSubscriptionsOf(product, clientId, async () => {
    const checkout = await checkoutOfClient(product.queries, clientId, id)
    if (checkout === undefined || checkout.status !== 'open') return
    const { session_id: sessionId } = checkout
    if (sessionId !== null) await settleCheckout(product, checkout, await product.cards.planSession(sessionId))
    else if (checkout.expires_at + graceMs < product.clock.now()) await settleCheckout(product, checkout, undefined)
  })
}
