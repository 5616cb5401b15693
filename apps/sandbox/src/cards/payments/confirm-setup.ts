import type { SetupIntent } from '../objects/setup-intent.ts'
import type { CardProvider } from '../provider.ts'
import { type Decline, declines } from '../test-cards.ts'
import type { Tried } from './confirm-payment.ts'
import { asksTheBank, saveCard } from './save-card.ts'

/** Tries to save a card for later charges; `confirmed` when its holder is back from the bank (3-D Secure). */
export function confirmSetup(provider: CardProvider, setupId: string, methodId: string, confirmed: boolean): Tried {
  const { wire: setup } = provider.setupIntents.get(setupId)
  const { wire: method, hidden } = provider.paymentMethods.get(methodId)
  const { behaviour } = hidden
  if (asksTheBank(behaviour, method) && !confirmed) {
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} } as const
    provider.setupIntents.save({ ...setup, status: 'requires_action', payment_method: methodId, next_action }, {})
    return { outcome: 'needs_authentication' }
  }
  if (behaviour.decline && !behaviour.saves) return refuse(provider, setup, behaviour.decline)
  if (setup.customer !== null) saveCard(provider, methodId, setup.customer)
  const done = { ...setup, status: 'succeeded', payment_method: methodId, next_action: null, last_setup_error: null }
  provider.log.record('setup_intent.succeeded', provider.setupIntents.save(done as SetupIntent, {}).wire)
  return { outcome: 'worked' }
}

/** The holder did not confirm: another card is waited for. */
export function failSetup(provider: CardProvider, setupId: string): Tried {
  return refuse(provider, provider.setupIntents.get(setupId).wire, declines.authentication)
}

function refuse(provider: CardProvider, setup: SetupIntent, decline: Decline): Tried {
  const failed = provider.setupIntents.save(
    {
      ...setup,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: { type: 'card_error', ...decline },
    },
    {},
  ).wire
  provider.log.record('setup_intent.setup_failed', failed)
  return { outcome: 'declined', decline }
}

/** Ends a wish to save a card that nobody can fulfil any more. */
export function cancelSetup(provider: CardProvider, setupId: string): void {
  const { wire: setup } = provider.setupIntents.get(setupId)
  if (setup.status === 'succeeded') return
  provider.setupIntents.save({ ...setup, status: 'canceled', cancellation_reason: 'abandoned', next_action: null }, {})
}
