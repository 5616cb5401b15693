import { transaction } from '../storage/database.ts'
import { renewSubscriptions } from './billing/months.ts'
import { expireCheckout } from './payments/checkout.ts'
import { settleRefund } from './payments/refund-charge.ts'
import type { CardProvider } from './provider.ts'

/** Runs everything due by the provider's clock: checkouts expire, banks answer, subscriptions renew. */
export function applyElapsedTime(provider: CardProvider): void {
  const now = provider.clock.now()
  const { checkoutSessions, refunds, subscriptions, invoices } = provider
  if ([checkoutSessions, refunds, subscriptions, invoices].every((kind) => kind.due(now).length === 0)) return
  transaction(provider.database, () => {
    renewSubscriptions(provider, now)
    for (const checkout of checkoutSessions.due(now)) expireCheckout(provider, checkout)
    for (const { wire: refund } of refunds.due(now)) settleRefund(provider, refund)
  })
}
