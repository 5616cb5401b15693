import type { Order } from '@nerdify/contract/orders.ts'
import { splitDue } from '@nerdify/domain/payments/due-split.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { paymentButtonTexts } from './texts/payment-button.ts'

/** What a payment button says, and what its link is told that the balance pays, in cents (PAY-13). */
interface PaymentOffer {
  text: string
  toldBalanceCents?: number
}

/**
 * The payment button of an order (ux 37): what the card page asks for, with the services that are added, without what the
 * balance pays where its client wants that (`available` in dollars, where it is known).
 */
export function paymentOffer(order: Order, available: number | undefined): PaymentOffer {
  const dueCents = centsFromDollars(order.price) - centsFromDollars(order.client_paid)
  if (!order.use_balance || available === undefined) return { text: paymentButtonTexts.pay(formatMoney(dueCents)) }
  const usableCents = centsFromDollars(available) + centsFromDollars(order.balance_held)
  const { cardCents, balanceCents } = splitDue(dueCents, { cents: usableCents, use: true })
  const isCovered = cardCents === 0 && balanceCents > 0
  return {
    text: isCovered ? paymentButtonTexts.payFromBalance : paymentButtonTexts.pay(formatMoney(cardCents)),
    toldBalanceCents: balanceCents,
  }
}
