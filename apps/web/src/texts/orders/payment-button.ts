import { payFromBalanceText, placeOrderText } from '@nerdify/domain/payments/press-texts.ts'

/** The payment button's texts (ux 37); amounts are formatted. */
export const paymentButtonTexts = {
  pay: (amount: string) => `Pay ${amount}`,
  payFromBalance: payFromBalanceText,
  placeOrder: placeOrderText,
  goOn: 'Continue to payment',
} as const

/** The notes next to the button: the effect of a click (PAY-13). */
export const paymentNoteTexts = {
  card: 'You’ll pay on our payment provider’s secure card page, then come right back.',
  balanceAndCard: (amount: string) =>
    `${amount} comes from your balance. You’ll pay the rest on our payment provider’s secure card page.`,
  balance: 'Your balance covers it all once you press the button. No card needed.',
  balanceUnknown: 'Your balance covers what it can. You’ll see what’s left on the next page, before you pay.',
  /** Earlier payments cover a service (HOLD-06). */
  covered: 'What you’ve paid already covers it. We’ll add it once you press the button.',
  /** Why the payment is safe and fair (EASE-06). */
  safe: 'Safe payment, free revisions, 30 days to ask for your money back.',
  nothing: 'There’s nothing left to pay, so no card is needed.',
} as const
