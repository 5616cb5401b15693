import { newSetupIntent } from '../objects/setup-intent.ts'
import type { CardProvider } from '../provider.ts'
import type { CheckoutEntry, CheckoutMode, CheckoutResult } from './checkout-mode.ts'
import { completeCheckout } from './complete-checkout.ts'
import { cancelSetup, confirmSetup, failSetup, type SetupResult } from './confirm-setup.ts'

/** Saving a card without a charge. */
export const setupMode: CheckoutMode = {
  buttonLabel: () => 'Save card',

  submit(provider, entry, method) {
    const started = startSetup(provider, entry)
    return settle(provider, started, method.id, confirmSetup(provider, setupOf(started), method.id, false))
  },

  authenticate(provider, entry, confirmed) {
    const method = entry.hidden.authenticating
    if (!method) throw new Error(`Checkout ${entry.wire.id} does not wait for an authentication`)
    const setup = setupOf(entry)
    return settle(
      provider,
      entry,
      method,
      confirmed ? confirmSetup(provider, setup, method, true) : failSetup(provider, setup),
    )
  },

  lastDecline(provider, { wire: session }) {
    if (typeof session.setup_intent !== 'string') return undefined
    return provider.setupIntents.get(session.setup_intent).wire.last_setup_error?.message
  },

  abandon(provider, { wire: session }) {
    if (typeof session.setup_intent === 'string') cancelSetup(provider, session.setup_intent)
  },
}

function setupOf({ wire: session }: CheckoutEntry): string {
  if (typeof session.setup_intent !== 'string') throw new Error(`Checkout ${session.id} has no setup yet`)
  return session.setup_intent
}

function startSetup(provider: CardProvider, entry: CheckoutEntry): CheckoutEntry {
  const { wire: session, hidden } = entry
  if (session.setup_intent) return entry
  const { wire: setup } = provider.setupIntents.add(
    newSetupIntent(session.customer, hidden.setupDetails, provider.clock.seconds()),
    {},
  )
  provider.log.record('setup_intent.created', setup)
  return { wire: { ...session, setup_intent: setup.id }, hidden }
}

function settle(
  provider: CardProvider,
  { wire: session, hidden }: CheckoutEntry,
  methodId: string,
  result: SetupResult,
): CheckoutResult {
  if (result.outcome === 'saved') return completeCheckout(provider, { wire: session, hidden }, methodId, {})
  const { authenticating: _, ...rest } = hidden
  const waiting = result.outcome === 'needs_authentication'
  provider.checkoutSessions.save(session, waiting ? { ...rest, authenticating: methodId } : rest, hidden.dueAt)
  return result
}
