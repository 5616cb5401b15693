import { withLease } from '../../leases/with-lease.ts'
import type { AppContext } from '../../app-context.ts'

/** Runs `work` while nobody else changes the payments of the order; it may talk to the card provider. */
export const withOrderPayments = <Result>(product: AppContext, orderId: string, work: () => Promise<Result>) =>
  withLease(product, `payments:${orderId}`, work)
