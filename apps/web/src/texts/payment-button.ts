/** What a payment button says (ux 37); amounts are formatted. */
export const paymentButtonTexts = {
  pay: (amount: string) => `Pay ${amount}`,
  payFromBalance: 'Pay from my balance',
} as const
