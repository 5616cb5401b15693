import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { pricesFor } from '../pricing/prices.ts'
import { orderOf, type StoredOrder, updateOrder } from './orders.store.ts'
import { isPremium } from './premium.ts'
import { quoteHoldMs, quoteOrder, refuseImpossible } from './quote-order.ts'

/** What became of the quote of an order that is about to be paid (PRICE-12). */
export type RenewedQuote =
  | { outcome: 'holds'; order: StoredOrder }
  /** It had lapsed and the order now has another price, of which the person is to be told. */
  | { outcome: 'repriced'; order: StoredOrder }
  /** The deadline is past or too short now, or something is missing: it must be chosen anew. */
  | { outcome: 'impossible'; order: StoredOrder }

/**
 * Prices an unpaid order anew when the quote of 30 minutes has lapsed (PRICE-12); an order on which something was paid
 * keeps its price.
 */
export async function renewQuote(
  queries: Queries,
  renewal: { clientId: string; orderId: string; now: number },
): Promise<RenewedQuote> {
  const { clientId, orderId, now } = renewal
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to price`)
  if (order.paid_cents > 0) return { outcome: 'holds', order }
  const quotable = {
    priceName: order.price_name,
    size:
      order.size_count === null || order.size_measure === null
        ? null
        : { count: order.size_count, measure: order.size_measure },
    deadline: order.deadline,
  }
  const complete = quotable.size !== null && quotable.deadline !== null && quotable.priceName !== null
  if (!complete || order.subject === null || jobTypeByPriceName(quotable.priceName ?? '') === undefined) {
    return { outcome: 'impossible', order }
  }
  if (order.quoted_at !== null && now - order.quoted_at <= quoteHoldMs) return { outcome: 'holds', order }

  const prices = await pricesFor(queries, clientId)
  try {
    refuseImpossible(quotable, now, { premium: isPremium(prices.tags) })
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'impossible', order }
    throw error
  }
  const renewed = await updateOrder(queries, clientId, orderId, {
    version: order.version + 1,
    updated_at: new Date(now),
    ...quoteOrder(quotable, order.services, prices, now),
  })
  return { outcome: renewed.price_cents === order.price_cents ? 'holds' : 'repriced', order: renewed }
}
