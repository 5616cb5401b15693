import type { Product } from '../product.ts'
import { type PricesInForce, readPrices } from './price-table.store.ts'

/** How old the prices that are shown may be, in milliseconds; browsers keep them for longer. An order's price is made
 * from what is in force. */
const keptForMs = 1000

interface Published {
  prices: Promise<PricesInForce>
  readAt: number
}

const kept = new WeakMap<Product, Published>()

/** The prices to show (PRICE-04, SRV-02), read once a second at most, however many ask. */
export function publishedPrices(product: Product): Promise<PricesInForce> {
  const now = product.clock.now()
  const known = kept.get(product)
  if (known !== undefined && Math.abs(now - known.readAt) < keptForMs) return known.prices
  const published: Published = { prices: readPrices(product.queries), readAt: now }
  kept.set(product, published)
  published.prices.catch(() => {
    // A failure is not kept: the next one asks again.
    if (kept.get(product) === published) kept.delete(product)
  })
  return published.prices
}

/** Reads the prices anew for the next who asks: they were changed. */
export function forgetPublishedPrices(product: Product): void {
  kept.delete(product)
}
