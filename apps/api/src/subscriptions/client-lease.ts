import { withLease } from '../leases/with-lease.ts'
import type { Product } from '../product.ts'

/** Runs `work` while nobody else changes the subscriptions of the client; it may talk to the card provider. */
export const withSubscriptionsOf = <Result>(product: Product, clientId: string, work: () => Promise<Result>) =>
  withLease(product, `subscriptions:${clientId}`, work)
