import { withLease } from '../../leases/with-lease.ts'
import type { AppContext } from '../../app-context.ts'

/** Runs `work` under the order's payment lease; it may call the card provider. */
export const withOrderPayments = <Result>(product: AppContext, orderId: string, work: () => Promise<Result>) =>
  withLease(product, `payments:${orderId}`, work)
