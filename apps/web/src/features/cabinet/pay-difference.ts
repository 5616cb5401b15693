import type { Order } from '@nerdify/contract/orders.ts'
import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { paymentOffer } from '../../orders/payment-offer.ts'
import { cardTexts } from '../../texts/cabinet.ts'

/**
 * Why the pay button asks for another amount than the card's price (CAB-04, PRICE-06): unpaid services, earlier
 * payments and the balance; undefined if the amounts are equal. `available` is the balance in dollars, see
 * {@link paymentOffer}.
 */
export function payDifference(order: Order, available: number | null | undefined): string | undefined {
  if (!order.actions.includes('pay')) return undefined
  const unpaid = serviceKeys.filter((key) => {
    const { added, active, price, free_reason } = order.services[key]
    return added && !active && price > 0 && free_reason === null
  })
  const { shownBalanceCents = 0 } = paymentOffer(order, available)
  const paidCents = centsFromDollars(order.client_paid)
  const parts = [
    ...(order.price > order.cabinet_price
      ? unpaid.map((key) =>
          cardTexts.plusService(serviceNames[key], formatMoney(centsFromDollars(order.services[key].price))),
        )
      : []),
    ...(paidCents > 0 ? [cardTexts.lessPaid(formatMoney(paidCents))] : []),
    ...(shownBalanceCents > 0 ? [cardTexts.lessBalance(formatMoney(shownBalanceCents))] : []),
  ]
  if (parts.length === 0) return undefined
  return `${formatMoney(centsFromDollars(order.cabinet_price))} ${parts.join(', ')}.`
}
