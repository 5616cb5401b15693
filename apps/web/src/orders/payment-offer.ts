import type { Order } from '@nerdify/contract/orders.ts'
import { type DueSplit, splitDue } from '@nerdify/domain/payments/due-split.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { paymentButtonTexts, paymentNoteTexts } from '../texts/orders/payment-button.ts'

/** A payment button's text, and the balance part in cents for its link (PAY-13). */
interface PaymentOffer {
  text: string
  /** The note at the button: what a click will do. */
  note: string
  shownBalanceCents?: number
  /** No card is needed: the click itself pays (SAFE-12). */
  isCovered: boolean
}

/**
 * The payment button of an order (ux 37): the card's amount with the added services, less the balance if the client
 * uses it. `available` is in dollars: undefined while the client loads, null in a session that may not see it
 * (SAFE-03), where the next page shows the rest.
 */
export function paymentOffer(order: Order, available: number | null | undefined): PaymentOffer {
  const dueCents = centsFromDollars(order.price) - centsFromDollars(order.client_paid)
  const offerOf = (split: ShownSplit) => ({
    text: paymentButtonText(split),
    note: paymentNoteText(split),
    isCovered: split !== undefined && split.cardCents <= 0,
  })
  const balance = order.use_balance && dueCents > 0 ? available : undefined
  if (balance === null) return offerOf(undefined)
  const use = balance !== undefined
  const cents = centsFromDollars(balance ?? 0) + centsFromDollars(order.balance_held)
  const split = splitDue(dueCents, { cents, use })
  return { ...offerOf(split), ...(use && { shownBalanceCents: split.balanceCents }) }
}

/** The parts of card and balance; undefined if the session may not see the balance (SAFE-03). */
type ShownSplit = Pick<DueSplit, 'cardCents' | 'balanceCents'> | undefined

/** The note at a payment button: what a click will do (PAY-13). */
export function paymentNoteText(split: ShownSplit): string {
  if (split === undefined) return paymentNoteTexts.balanceUnknown
  const { cardCents, balanceCents } = split
  if (cardCents <= 0) return balanceCents > 0 ? paymentNoteTexts.balance : paymentNoteTexts.nothing
  return balanceCents > 0 ? paymentNoteTexts.balanceAndCard(formatMoney(balanceCents)) : paymentNoteTexts.card
}

/** A payment button's text: the card's amount, or that no card is needed (PAY-13). */
export function paymentButtonText(split: ShownSplit): string {
  if (split === undefined) return paymentButtonTexts.goOn
  const { cardCents, balanceCents } = split
  if (cardCents > 0) return paymentButtonTexts.pay(formatMoney(cardCents))
  return balanceCents > 0 ? paymentButtonTexts.payFromBalance : paymentButtonTexts.placeOrder
}
