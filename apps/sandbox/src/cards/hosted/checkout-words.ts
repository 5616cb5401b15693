import type { CheckoutEntry } from '../payments/checkout.ts'

/** The merchant's name as payers see it; the real one is set in the card provider's dashboard. */
export const merchantName = 'Nerdify'

/** Formats cents for people: "$27.00"; other currencies with their sign or code. */
export function formatAmount(cents: number, currency: string | null): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' }).format(cents / 100)
}

/** The texts of the card page for a checkout. */
export interface CheckoutWords {
  readonly heading: string
  /** Above the amount. */
  readonly about: string
  /** Below the amount: later charges. */
  readonly later?: string
  /** On the button, such as "Pay $27.00". */
  readonly button: string
}

/** The texts of a checkout, by its mode. */
export function checkoutWords({ wire: session, hidden: { lines, trialDays } }: CheckoutEntry): CheckoutWords {
  const total = formatAmount(session.amount_total ?? 0, session.currency)
  const names = lines.map(({ name }) => name).join(', ')
  if (session.mode === 'setup') {
    const about = `Save a card with ${merchantName}. Nothing is charged now.`
    return { heading: 'Save your card', about, button: 'Save card' }
  }
  if (session.mode === 'payment') {
    return { heading: 'Pay with card', about: `Pay ${merchantName} for ${names}`, button: `Pay ${total}` }
  }
  const monthly = `${formatAmount(lines[0]?.price.unit_amount ?? 0, session.currency)} each month, until it is canceled`
  if (trialDays === undefined) {
    const button = `Subscribe for ${total}`
    return { heading: 'Pay with card', about: `Subscribe to ${names}`, later: `then ${monthly}`, button }
  }
  const about = `Subscribe to ${names}: ${trialDays} days free`
  return { heading: 'Start with card', about, later: `after the trial ${monthly}`, button: 'Start trial' }
}
