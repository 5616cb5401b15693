import type { Order } from '@nerdify/contract/orders.ts'
import { useSyncExternalStore } from 'react'
import { createStoreByKey } from '../store-by-key.ts'

/**
 * Why an order costs something else than before, though nothing was chosen that says so:
 * - `quote_lapsed`: its quote had been held for 30 minutes, so it was priced anew (PRICE-12)
 * - `coupon_lost`: its coupon does not fit it any more (DISC-15)
 * - `changed_elsewhere`: somebody changed it in another window (abuse 40)
 */
export type PriceNews = 'quote_lapsed' | 'coupon_lost' | 'changed_elsewhere'

/**
 * What became of an order's price in one change that leaves type, size and deadline alone; undefined when these were
 * what changed, or the price did not. An order that has moved on by more than that one change was changed elsewhere.
 */
export function priceNewsOf(before: Order, after: Order): PriceNews | undefined {
  const hasLost = before.discountCode !== null && after.discountCode === null && after.discountErrorType !== null
  if (hasLost) return 'coupon_lost'
  const isQuoteOfSame =
    before.priceName === after.priceName && before.size === after.size && before.deadline === after.deadline
  if (!isQuoteOfSame || before.quote_price === after.quote_price) return undefined
  return after.version === before.version + 1 ? 'quote_lapsed' : 'changed_elsewhere'
}

const news = createStoreByKey<PriceNews | undefined>(undefined)

/** The orders of this tab whose lapsed quote a change of something else has renewed, until their person goes on. */
export const priceNews = {
  ...news,
  /** Notes what an answer to a change of ours says of the quote. What a coupon's loss did the order itself tells. */
  note(before: Order | undefined, after: Order): void {
    if (before !== undefined && priceNewsOf(before, after) === 'quote_lapsed') news.write(after._id, 'quote_lapsed')
  },
}

/** Follows what there is to tell of an order's price. */
export const usePriceNews = (orderId: string): PriceNews | undefined =>
  useSyncExternalStore(news.subscribe, () => news.read(orderId))
