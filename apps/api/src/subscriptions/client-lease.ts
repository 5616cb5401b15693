import { withLease } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'

/** Runs `work` under the lease of the client's subscriptions; it may call the card provider. */
export const withSubscriptionsOf = <Result>(product: AppContext, clientId: string, work: () => Promise<Result>) =>
  withLease(product, `subscriptions:${clientId}`, work)
