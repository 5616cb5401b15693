import type { CheckoutSession } from '../objects/checkout-session.ts'
import type { CardProvider } from '../provider.ts'
import type { CheckoutEntry } from './checkout-mode.ts'
import { checkoutMode } from './checkout-modes.ts'

/** Closes an open checkout: its page can no longer be paid. */
export function expireCheckout(provider: CardProvider, { wire: session, hidden }: CheckoutEntry): CheckoutSession {
  const { authenticating: _, ...rest } = hidden
  const expired = provider.checkoutSessions.save({ ...session, status: 'expired', url: null }, rest).wire
  checkoutMode(session.mode).abandon(provider, { wire: session, hidden })
  provider.log.record('checkout.session.expired', expired)
  return expired
}
