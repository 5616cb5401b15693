import { payFromBalanceText, placeOrderText } from '@nerdify/domain/payments/press-texts.ts'

/** What a payment button says (ux 37); amounts are formatted. */
export const paymentButtonTexts = {
  pay: (amount: string) => `Pay ${amount}`,
  payFromBalance: payFromBalanceText,
  placeOrder: placeOrderText,
  goOn: 'Continue to payment',
} as const

/** What stands beside it: what the press will do (PAY-13). */
export const paymentNoteTexts = {
  card: 'Opens the secure card page of our payment provider. Afterwards you come back here.',
  balanceAndCard: (amount: string) =>
    `${amount} comes from your balance. For the rest the secure card page of our payment provider opens.`,
  balance: 'Your balance pays all of it, as soon as you press. No card is needed.',
  balanceUnknown: 'Your balance pays what it can. The next page shows what is left, before you pay.',
  /** What was paid before covers a service (HOLD-06). */
  covered: 'What you have paid already covers it. It is added as soon as you press.',
  /** What is safe and fair about it (EASE-06). */
  safe: 'Safe payment, free revisions, and 30 days to ask for your money back.',
  nothing: 'Nothing is left to pay, so no card is needed.',
} as const
