import type { Cents } from '../pricing/money.ts'
import { balanceLines, type ReceiptLine, tipLines } from './receipt-lines.ts'

/** How the total of a payment is paid. */
export interface PaidWith {
  cardCents: Cents
  /** The last four digits of the card, where they are known. */
  cardLast4?: string | null | undefined
  balanceCents: Cents
}

/** What stands below the total of a payment (PAY-13, PAY-14): what the balance has paid is taken off, the rest is the card's. */
export const paidLines = ({ cardCents, cardLast4, balanceCents }: PaidWith): ReceiptLine[] => [
  ...balanceLines(balanceCents),
  ...(cardCents > 0
    ? [{ text: `Paid by card${cardLast4 == null ? '' : ` ending in ${cardLast4}`}`, cents: cardCents }]
    : []),
]

/** What stands below the total of an order (EASE-06): what was paid of it, what went back, what is still due, and the tip. */
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

/** What went back to the client. */
export const givenBackText = 'Given back'
