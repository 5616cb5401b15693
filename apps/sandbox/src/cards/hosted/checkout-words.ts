import { formatAmount } from '../money.ts'
import type { CheckoutModeName } from '../objects/checkout-session.ts'
import type { CheckoutEntry } from '../payments/checkout-mode.ts'
import { merchantName } from './merchant.ts'

/** What the card page says about a checkout. */
export interface CheckoutWords {
  readonly heading: string
  /** Above the amount. */
  readonly about: string
  /** Below it: what comes later. */
  readonly later?: string
}

const eachMonth = ({ wire: session, hidden }: CheckoutEntry): string =>
  `${formatAmount(hidden.lineItems[0]?.amount_total ?? 0, session.currency)} each month`

const words: Readonly<Record<CheckoutModeName, (entry: CheckoutEntry) => CheckoutWords>> = {
  payment: ({ hidden: { lineItems } }) => ({
    heading: 'Pay with card',
    about: `Pay ${merchantName} for ${lineItems.length === 1 ? lineItems[0]?.description : `${lineItems.length} items`}`,
  }),
  setup: () => ({ heading: 'Save your card', about: `Save a card with ${merchantName}. Nothing is charged now.` }),
  subscription: (entry) => {
    const { lineItems, subscriptionDetails } = entry.hidden
    const { trialDays } = subscriptionDetails
    const about = `Subscribe to ${lineItems[0]?.description}`
    return trialDays === undefined
      ? { heading: 'Pay with card', about, later: `then ${eachMonth(entry)}, until it is canceled` }
      : {
          heading: 'Start with card',
          about: `${about}: ${trialDays} days free`,
          later: `after the trial ${eachMonth(entry)}, until it is canceled`,
        }
  },
}

/** The words for a checkout of any mode. */
export function checkoutWords(entry: CheckoutEntry): CheckoutWords {
  return words[entry.wire.mode](entry)
}
