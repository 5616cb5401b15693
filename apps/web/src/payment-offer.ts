import type { Order } from '@nerdify/contract/orders.ts'
import { type DueSplit, splitDue } from '@nerdify/domain/payments/due-split.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { paymentButtonTexts, paymentNoteTexts } from './texts/orders/payment-button.ts'

/** What a payment button says, and what its link is told that the balance pays, in cents (PAY-13). */
interface PaymentOffer {
  text: string
  /** What stands beside it: what the press will do. */
  note: string
  shownBalanceCents?: number
  /** Nothing goes to a card: the press alone pays (SAFE-12). */
  isCovered: boolean
}

/**
 * The payment button of an order (ux 37): what the card page asks for, with the services that are added, without what the
 * balance pays where its client wants that. `available` is in dollars: undefined while the client is not known, null in a
 * session that is not shown it (SAFE-03), where the next page says what is left.
 */
export function paymentOffer(order: Order, available: number | null | undefined): PaymentOffer {
  const dueCents = centsFromDollars(order.price) - centsFromDollars(order.client_paid)
  const offerOf = (split: ShownSplit) => ({
    text: paymentButtonText(split),
    note: paymentNoteText(split),
    isCovered: split !== undefined && split.cardCents <= 0,
  })
  if (!order.use_balance || available === undefined || dueCents <= 0) {
    return offerOf({ cardCents: dueCents, balanceCents: 0 })
  }
  if (available === null) return offerOf(undefined)
  const usableCents = centsFromDollars(available) + centsFromDollars(order.balance_held)
  const split = splitDue(dueCents, { cents: usableCents, use: true })
  return { ...offerOf(split), shownBalanceCents: split.balanceCents }
}

/** What the card and the balance pay; undefined where the session is not shown what the balance can (SAFE-03). */
type ShownSplit = Pick<DueSplit, 'cardCents' | 'balanceCents'> | undefined

/** What stands beside a payment button: what a press of it will do (PAY-13). */
export function paymentNoteText(split: ShownSplit): string {
  if (split === undefined) return paymentNoteTexts.balanceUnknown
  const { cardCents, balanceCents } = split
  if (cardCents <= 0) return balanceCents > 0 ? paymentNoteTexts.balance : paymentNoteTexts.nothing
  return balanceCents > 0 ? paymentNoteTexts.balanceAndCard(formatMoney(balanceCents)) : paymentNoteTexts.card
}

/** What a payment button says: what the card is asked for, or that no card is (PAY-13). */
export function paymentButtonText(split: ShownSplit): string {
  if (split === undefined) return paymentButtonTexts.goOn
  const { cardCents, balanceCents } = split
  if (cardCents > 0) return paymentButtonTexts.pay(formatMoney(cardCents))
  return balanceCents > 0 ? paymentButtonTexts.payFromBalance : paymentButtonTexts.placeOrder
}
