import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import type { Queries } from '../../database/tables.ts'
import { pricesFor, type PricesForClient } from '../../pricing/prices.ts'
import { changeLocked } from '../change-locked.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { otherOrdersWithCode, unpaidOrdersWithoutDiscount } from '../orders.store.ts'
import { type DiscountChange, priceWithDiscount } from './order-discount.ts'
import { storedQuote } from './quote-order.ts'

/**
 * The friend's discount for an order that gets its first price now, from any creator (REF-04): each order has it
 * until one is paid with it.
 */
export const friendDiscount = ({
  broughtByFriend,
}: Pick<PricesForClient, 'broughtByFriend'>): DiscountChange | undefined =>
  broughtByFriend ? { give: referralCoupon.code } : undefined

/**
 * Gives the friend's discount to a client's unpaid orders, in the transaction that binds the referrer (REF-04). A price
 * agreed by staff stays: its discount is part of the agreement (OPS-05).
 */
export async function giveFriendDiscount(
  queries: Queries,
  { clientId, now }: { clientId: string; now: number },
): Promise<void> {
  const prices = await pricesFor(queries, clientId)
  const change = friendDiscount(prices)
  if (change === undefined) return
  for (const order of await unpaidOrdersWithoutDiscount(queries, clientId)) {
    const quote = storedQuote(order)
    if (quote === undefined || quote.fixed || !orderCan.pay(factsOf(order))) continue
    const { columns } = await priceWithDiscount(queries, { order, quote, change, tags: prices.tags, now })
    await changeLocked(queries, order, { set: columns, now })
  }
}

/**
 * Removes the friend's gift from a client's other orders, in the transaction that books the order paid with it (REF-04);
 * they show the reason (DISC-12). A concurrently locked order loses the gift when its payment is opened.
 */
export async function takeGiftFromOthers(
  queries: Queries,
  { clientId, orderId, now }: { clientId: string; orderId: string; now: number },
): Promise<void> {
  for (const order of await otherOrdersWithCode(queries, { clientId, orderId, code: referralCoupon.code })) {
    const quote = storedQuote(order)
    if (quote === undefined || orderIs.paid(factsOf(order))) continue
    // It is an amount, so no plan includes it.
    const { columns } = await priceWithDiscount(queries, { order, quote, tags: [], now })
    await changeLocked(queries, order, { set: columns, now })
  }
}
