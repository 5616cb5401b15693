import type { ClientFacts } from '@nerdify/contract/client.ts'
import { nullFields } from '@nerdify/contract/fields-always-null.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { plansInForce } from '@nerdify/domain/plans/subscription-status.ts'
import { referralCents } from '@nerdify/domain/referrals/referral.ts'
import { readClient } from '../accounts/find-client.ts'
import { accountEmails } from '../accounts/pending-emails.ts'
import { isInRestrictedRegion } from '../accounts/restricted-region.ts'
import type { Queries } from '../database/tables.ts'
import { referralCodes } from '../keys/referral-codes.ts'
import type { OrderCounts } from '../orders/list/list-orders.ts'
import { customerOf } from '../payments/page/card-customer.ts'
import type { AppContext } from '../app-context.ts'
import { referralFacts } from '../referrals/referrals.ts'

/**
 * The client's own data (API-06, API-12) for any session; the caller adds the order counts. Placeholder addresses count
 * as none (INFO-03).
 */
export async function clientFacts(
  product: Pick<AppContext, 'settings' | 'clock' | 'geo'>,
  queries: Queries,
  { clientId, ipAddress }: { clientId: string; ipAddress?: string },
): Promise<(orders: OrderCounts) => ClientFacts> {
  const ofClient = { clientId, secret: product.settings.secret, now: product.clock.now() }
  const { shareCode } = await referralCodes(queries, ofClient)
  const client = await readClient(queries, clientId)
  const { email, pending } = await accountEmails(queries, client)
  const cardCustomer = await customerOf(queries, clientId)
  const referrals = await referralFacts(queries, clientId)
  return (orders) => ({
    _id: client.id,
    id: client.id,
    email: email === null ? null : { email: email.address },
    email_confirmed: email !== null && email.unconfirmedChange === undefined,
    pending_email: pending,
    phone: client.phone,
    nickname: client.nickname,
    ...nullFields('client'),
    available_balance: dollarsFromCents(client.balance_cents),
    country_final: client.country,
    tags: client.tags,
    subscriptions_active: plansInForce(client.tags),
    exp_data: { subscription_nerdy: null, app2_scale: null, ...client.experiments },
    userdef: { isSubscriptionPopupShown: false, ...client.preferences },
    adult_confirmed: client.adult_confirmed_at !== null,
    restricted_region: isInRestrictedRegion(product, client, ipAddress),
    has_completed_order: orders.completedOrders > 0,
    paid_orders_count: orders.paidOrders,
    orders_count: orders.orders,
    payment_account_stripe: cardCustomer?.customerId ?? null,
    announce_by: client.announce_by,
    delete_at: client.erase_at === null ? null : new Date(client.erase_at).toISOString(),
    friend_gift: referrals.hasGift ? dollarsFromCents(referralCents) : 0,
    profile_referral_code: shareCode,
    referral_details: {
      count: referrals.friends,
      count_with_orders: referrals.withOrders,
      earn: dollarsFromCents(referrals.bonusCents),
      pending: dollarsFromCents(referrals.pendingCents),
    },
  })
}
