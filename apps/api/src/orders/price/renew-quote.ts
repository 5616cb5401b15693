import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../../database/tables.ts'
import { pricesFor } from '../../pricing/prices.ts'
import { type FailedCoupon, priceWithDiscount } from './order-discount.ts'
import { changeLocked } from '../change-locked.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { orderOf, type StoredOrder } from '../orders.store.ts'
import { holdingQuote, newQuote, paymentObstacle, quotableOf } from './quote-order.ts'

/** The outcome of renewing the quote of an order that is about to be paid (PRICE-12). */
export type RenewedQuote =
  | { outcome: 'holds'; order: StoredOrder }
  /** The quote lapsed or the discount ended: the price changed, and the client must be told. */
  | { outcome: 'repriced'; order: StoredOrder; lostCoupon: FailedCoupon | undefined }
  /** The deadline is past or too short, or a field is missing: the client must choose again. */
  | { outcome: 'impossible'; order: StoredOrder }

/**
 * Reprices an unpaid order when its quote of 30 minutes has lapsed (PRICE-12), or without its discount when that no
 * longer holds (DISC-16); an order on which something was paid keeps its price.
 */
export async function renewQuote(
  queries: Queries,
  renewal: { clientId: string; orderId: string; now: number },
): Promise<RenewedQuote> {
  const { clientId, orderId, now } = renewal
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to price`)
  if (orderIs.paid(factsOf(order))) return { outcome: 'holds', order }
  const prices = await pricesFor(queries, clientId)
  if (paymentObstacle(order, now, prices.tags) !== undefined) return { outcome: 'impossible', order }
  const holding = holdingQuote(order, now)
  if (holding !== undefined && order.discount_code === null) return { outcome: 'holds', order }

  const quote = holding ?? newQuote(quotableOf(order), order.services, prices, now)
  if (quote === undefined) return { outcome: 'impossible', order }
  const { columns, lost } = await priceWithDiscount(queries, { order, quote, tags: prices.tags, now })
  if (holding !== undefined && lost === undefined) return { outcome: 'holds', order }
  const renewed = await changeLocked(queries, order, { set: columns, now })
  const costsAsMuch =
    renewed.price_cents === order.price_cents && renewed.discount?.cashback_cents === order.discount?.cashback_cents
  return lost === undefined && costsAsMuch
    ? { outcome: 'holds', order: renewed }
    : { outcome: 'repriced', order: renewed, lostCoupon: lost }
}
