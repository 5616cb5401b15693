import { withLease } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'

/** Runs `work` while nobody else changes the subscriptions of the client; it may talk to the card provider. */
export const withSubscriptionsOf = <Result>(product: AppContext, clientId: string, work: () => Promise<Result>) =>
  withLease(product, `subscriptions:${clientId}`, work)
