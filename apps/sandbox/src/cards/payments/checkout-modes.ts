import type { CheckoutModeName } from '../objects/checkout-session.ts'
import type { CheckoutMode } from './checkout-mode.ts'
import { paymentMode } from './payment-mode.ts'

/** The modes that the sandbox can do so far. */
const modes: Readonly<Partial<Record<CheckoutModeName, CheckoutMode>>> = { payment: paymentMode }

/** The mode by its name on the wire, or undefined when the sandbox cannot do it. */
export function checkoutMode(name: CheckoutModeName): CheckoutMode | undefined {
  return modes[name]
}
