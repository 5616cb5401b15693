/** The causes of balance changes (INFO-04), as clients read them. */
const balanceCauseTexts = {
  order_payment: 'Paid for an order',
  held: 'Set aside for a payment',
  released: 'Not needed for the payment',
  cashback: 'Cash back from a coupon',
  cashback_taken_back: 'Cash back taken back: the order was refunded',
  refund: 'Refund',
  refund_failed: 'A refund did not arrive',
  tip: 'Your tip, credited back',
  tip_taken_back: 'Tip credit taken back: the tip was refunded',
  referral_bonus: 'A friend of yours used Nerdify',
  referral_bonus_taken_back: 'Bonus for a friend taken back',
  plan_credit: 'Monthly credit of your plan',
  plan_credit_taken_back: 'Monthly credit taken back: the month was refunded',
  staff_credit: 'Credit from our team',
  staff_debit: 'Taken back by our team',
  imported: 'Moved from your earlier account',
  late_credit: 'For work that came late',
  late_credit_taken_back: 'Credit for late work, adjusted to what is still paid',
  dispute: 'Taken back: the payment is disputed',
  dispute_won: 'Returned: the dispute is over',
} as const

export type BalanceCause = keyof typeof balanceCauseTexts

/** The text of a cause in the history; a cause from a newer version gets a generic text. */
export function balanceCauseText(cause: string): string {
  return Object.hasOwn(balanceCauseTexts, cause) ? balanceCauseTexts[cause as BalanceCause] : 'Balance change'
}
