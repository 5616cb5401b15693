import type { CheckoutModeName } from '../objects/checkout-session.ts'
import type { CheckoutMode } from './checkout-mode.ts'
import { paymentMode } from './payment-mode.ts'
import { setupMode } from './setup-mode.ts'
import { subscriptionMode } from './subscription-mode.ts'

const modes: Readonly<Record<CheckoutModeName, CheckoutMode>> = {
  payment: paymentMode,
  setup: setupMode,
  subscription: subscriptionMode,
}

/** The mode by its name on the wire. */
export function checkoutMode(name: CheckoutModeName): CheckoutMode {
  return modes[name]
}
