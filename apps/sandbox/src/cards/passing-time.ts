import { transaction } from '../storage/database.ts'
import { renewSubscriptions } from './billing/months.ts'
import { expireCheckout } from './payments/checkout.ts'
import { settleRefund } from './payments/refund-charge.ts'
import type { CardProvider } from './provider.ts'

/** Does what has become due by the provider's clock: checkouts expire, banks answer, subscriptions renew. */
export function letTimePass(provider: CardProvider): void {
  const now = provider.clock.now()
  const checkouts = provider.checkoutSessions.due(now)
  const refunds = provider.refunds.due(now)
  const billing = provider.subscriptions.isDue(now) || provider.invoices.isDue(now)
  if (checkouts.length === 0 && refunds.length === 0 && !billing) return
  transaction(provider.database, () => {
    renewSubscriptions(provider, now)
    for (const checkout of checkouts) expireCheckout(provider, checkout)
    for (const { wire: refund } of refunds) settleRefund(provider, refund)
  })
}
