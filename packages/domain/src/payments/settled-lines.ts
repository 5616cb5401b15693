import type { Cents } from '../pricing/money.ts'
import { balanceLines, type ReceiptLine, tipLines } from './receipt-lines.ts'

export interface PaidWith {
  cardCents: Cents
  /** The last four digits of the card, if known. */
  cardLast4?: string | null | undefined
  balanceCents: Cents
}

/** The lines below a payment's total (PAY-13, PAY-14): the balance's part is deducted, the rest is the card's. */
export const paidLines = ({ cardCents, cardLast4, balanceCents }: PaidWith): ReceiptLine[] => [
  ...balanceLines(balanceCents),
  ...(cardCents > 0
    ? [{ text: `Paid by card${cardLast4 == null ? '' : ` ending in ${cardLast4}`}`, cents: cardCents }]
    : []),
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
    ...(order.refundedCents > 0 ? [{ text: givenBackText, cents: order.refundedCents }] : []),
    ...(order.paidCents > 0 && dueCents > 0 && order.refundedCents === 0 ? [{ text: 'To pay', cents: dueCents }] : []),
    ...tipLines(order.tipCents),
  ]
}

export const givenBackText = 'Given back'
