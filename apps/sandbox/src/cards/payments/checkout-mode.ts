import type { CheckoutSecrets, CheckoutSession } from '../objects/checkout-session.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CardProvider } from '../provider.ts'
import type { Decline } from '../test-cards.ts'

/** How a submit of the card page ended. */
export type CheckoutResult =
  | { readonly outcome: 'complete'; readonly session: CheckoutSession }
  | { readonly outcome: 'needs_authentication' }
  | { readonly outcome: 'declined'; readonly decline: Decline }

/** A checkout in progress. */
export interface CheckoutEntry {
  readonly wire: CheckoutSession
  readonly hidden: CheckoutSecrets
}

/** What a checkout does with a card. Each mode of the API is one of these. */
export interface CheckoutMode {
  /** The words on the button, such as "Pay $27.00". */
  buttonLabel(session: CheckoutSession): string
  /** A card was typed in, or a saved one chosen. */
  submit(provider: CardProvider, entry: CheckoutEntry, method: PaymentMethod): CheckoutResult
  /** The card's holder came back from the bank (3-D Secure). */
  authenticate(provider: CardProvider, entry: CheckoutEntry, confirmed: boolean): CheckoutResult
  /** Why the last card did not work, if one was tried. */
  lastDecline(provider: CardProvider, entry: CheckoutEntry): string | undefined
  /** The checkout expired: what it had begun ends too. */
  abandon(provider: CardProvider, entry: CheckoutEntry): void
}
