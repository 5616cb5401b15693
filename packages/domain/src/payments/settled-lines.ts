import type { Cents } from '../pricing/money.ts'
import { balanceLines, type ReceiptLine, tipLines } from './receipt-lines.ts'

export interface PaidWith {
  cardCents: Cents
  /** The card's brand by the card provider's name, such as `visa`, if known. */
  cardBrand?: string | null | undefined
  /** The last four digits of the card, if known. */
  cardLast4?: string | null | undefined
  balanceCents: Cents
}

/** The brands that a receipt names (PAY-16); any other is "card". */
const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card as a receipt names it (PAY-16): "Visa 4242", "card ending in 4242", or "card". */
function cardName({ cardBrand, cardLast4 }: PaidWith): string {
  if (cardLast4 == null) return 'card'
  const brand = brandNames[cardBrand ?? '']
  return brand === undefined ? `card ending in ${cardLast4}` : `${brand} ${cardLast4}`
}

/** The lines below a payment's total (PAY-13, PAY-14): the balance's part is deducted, the rest is the card's. */
export const paidLines = (paid: PaidWith): ReceiptLine[] => [
  ...balanceLines(paid.balanceCents),
  ...(paid.cardCents > 0 ? [{ text: `Paid by ${cardName(paid)}`, cents: paid.cardCents }] : []),
]

/** The lines below an order's total (EASE-06): paid, refunded, due, and the tip. */
export const settledLines = (order: {
  totalCents: Cents
  paidCents: Cents
  refundedCents: Cents
  tipCents: Cents
}): ReceiptLine[] => {
  const dueCents = order.totalCents - order.paidCents
  return [
    ...(order.paidCents > 0 ? [{ text: 'Paid', cents: order.paidCents }] : []),
    ...(order.refundedCents > 0 ? [{ text: refundedText, cents: order.refundedCents }] : []),
    ...(order.paidCents > 0 && dueCents > 0 && order.refundedCents === 0 ? [{ text: 'To pay', cents: dueCents }] : []),
    ...tipLines(order.tipCents),
  ]
}

export const refundedText = 'Refunded'
