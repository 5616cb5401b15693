import { formatAmount } from '../money.ts'
import type { CheckoutModeName } from '../objects/checkout-session.ts'
import type { CheckoutEntry } from '../payments/checkout.ts'
import { merchantName } from './merchant.ts'

/** What the card page says about a checkout. */
export interface CheckoutWords {
  readonly heading: string
  /** Above the amount. */
  readonly about: string
  /** Below it: what comes later. */
  readonly later?: string
  /** On the button, such as "Pay $27.00". */
  readonly button: string
}

const total = ({ wire: { amount_total: cents, currency } }: CheckoutEntry) => formatAmount(cents ?? 0, currency)

const eachMonth = ({ wire: session, hidden }: CheckoutEntry): string =>
  `${formatAmount(hidden.lineItems[0]?.amount_total ?? 0, session.currency)} each month`

const words: Readonly<Record<CheckoutModeName, (entry: CheckoutEntry) => CheckoutWords>> = {
  payment: (entry) => ({
    heading: 'Pay with card',
    about: `Pay ${merchantName} for ${entry.hidden.lineItems.map(({ description }) => description).join(', ')}`,
    button: `Pay ${total(entry)}`,
  }),
  setup: () => ({
    heading: 'Save your card',
    about: `Save a card with ${merchantName}. Nothing is charged now.`,
    button: 'Save card',
  }),
  subscription: (entry) => {
    const { lineItems, trialDays } = entry.hidden
    const about = `Subscribe to ${lineItems[0]?.description}`
    return trialDays === undefined
      ? {
          heading: 'Pay with card',
          about,
          later: `then ${eachMonth(entry)}, until it is canceled`,
          button: `Subscribe for ${total(entry)}`,
        }
      : {
          heading: 'Start with card',
          about: `${about}: ${trialDays} days free`,
          later: `after the trial ${eachMonth(entry)}, until it is canceled`,
          button: 'Start trial',
        }
  },
}

/** The words for a checkout of any mode. */
export function checkoutWords(entry: CheckoutEntry): CheckoutWords {
  return words[entry.wire.mode](entry)
}
