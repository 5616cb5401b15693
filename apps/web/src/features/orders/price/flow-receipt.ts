import { balanceLines, type ReceiptLine, receiptLines, totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import type { FlowOrder } from '../flow-order.ts'

/**
 * The receipt of an order in the flow, down to the amount due (EASE-06, PRICE-11); the total comes before the balance
 * part. Empty without a price.
 */
export function flowReceipt({
  jobType,
  choices,
  stored,
  price,
  balance,
}: Pick<FlowOrder, 'jobType' | 'choices' | 'stored' | 'price' | 'balance'>): ReceiptLine[] {
  if (price === undefined) return []
  // A draft's discount is the friend's gift.
  const discountCode = stored === null ? referralCoupon.code : stored.discountCode
  const lines = receiptLines({ ...price, task: jobType.name, size: choices.size, discountCode })
  const below = balanceLines(balance.paysCents)
  return below.length === 0 ? lines : [...lines, { text: totalText, cents: price.totalCents }, ...below]
}
