import { withLease } from '../leases/with-lease.ts'
import type { Product } from '../product.ts'

/** Runs `work` while nobody else changes the subscriptions of the client; it may talk to the card provider. */
export function withSubscriptionsOf<Result>(
  product: Product,
  clientId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return withLease(product, `subscriptions:${clientId}`, work)
}
