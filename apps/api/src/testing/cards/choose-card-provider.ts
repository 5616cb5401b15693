import { sandboxProvider, sandboxSide, sdkAt, setSandbox } from '../sandbox-provider.ts'
import { type EndingProvider, remoteProvider, stripeTestMode, type Webhook } from './stripe-test-mode.ts'
import { rehearsalKey } from './test-mode-key.ts'

/** The sandbox answers at once and has no rate limit. */
const rehearsalListing = { paceMs: 20, quietLooks: 3 }

/**
 * The card provider of a run: without a key the sandbox, with one Stripe's test mode. With {@link rehearsalKey} the
 * test mode's setup (its proxy, and events from its list) leads to the sandbox.
 */
export async function chooseCardProvider(
  key: string | undefined,
  sandboxUrl: string,
  webhook: Webhook,
): Promise<EndingProvider> {
  if (key === undefined) {
    return { provider: sandboxProvider(sandboxUrl, rehearsalKey), end: async () => undefined }
  }
  if (key !== rehearsalKey) return stripeTestMode(key, webhook)
  // The sandbox must not deliver its events too.
  await setSandbox(sandboxUrl, 'webhooks', { drop: true })
  const dashboard = sdkAt(sandboxUrl, key)
  const side = sandboxSide(sandboxUrl)
  return remoteProvider({ origin: sandboxUrl, secretKey: key, dashboard, side, listing: rehearsalListing }, webhook)
}
