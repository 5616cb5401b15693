import type { Order } from '@nerdify/contract/orders.ts'
import { useSyncExternalStore } from 'react'
import { createStoreByKey } from '../store-by-key.ts'

/**
 * Why an order's price changed as a side effect:
 * - `quote_lapsed`: its quote was older than 30 minutes, so it was repriced (PRICE-12)
 * - `coupon_lost`: its coupon does not fit any more (DISC-15)
 * - `changed_elsewhere`: somebody changed it in another window (abuse 40)
 */
export type PriceNews = 'quote_lapsed' | 'coupon_lost' | 'changed_elsewhere'

/**
 * The reason for a price change by one change of other fields than type, size and deadline; undefined if these changed,
 * or the price did not. An order whose version moved by more than one change was changed elsewhere.
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

/** Orders of this tab repriced as a side effect of another change, until the notice is dismissed. */
export const priceNews = {
  ...news,
  /** Records a lapsed quote after our change. For a lost coupon the order itself has the reason. */
  note(before: Order | undefined, after: Order): void {
    if (before !== undefined && priceNewsOf(before, after) === 'quote_lapsed') news.write(after._id, 'quote_lapsed')
  },
}

/** The current notice about an order's price. */
export const usePriceNews = (orderId: string): PriceNews | undefined =>
  useSyncExternalStore(news.subscribe, () => news.read(orderId))
