import { withLease } from '../../leases/with-lease.ts'
import type { Product } from '../../product.ts'

/** Runs `work` while nobody else changes the payments of the order; it may talk to the card provider. */
export const withOrderPayments = <Result>(product: Product, orderId: string, work: () => Promise<Result>) =>
  withLease(product, `payments:${orderId}`, work)
