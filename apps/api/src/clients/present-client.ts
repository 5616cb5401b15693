import type { ClientFacts } from '@nerdify/contract/client.ts'
import { nullFields } from '@nerdify/contract/fields-always-null.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { plansInForce } from '@nerdify/domain/plans/subscription-status.ts'
import { referralCents } from '@nerdify/domain/referrals/referral.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { ReferralCodes } from '../keys/referral-codes.ts'
import type { StoredClient } from '../accounts/clients.store.ts'

/** A client as they read themself (API-06, API-12); addresses at the placeholder domain count as none (INFO-03). */
export function presentClient(
  client: StoredClient,
  counts: {
    orders: number
    paidOrders: number
    completedOrders: number
    referrals: { friends: number; withOrders: number; bonusCents: number; hasGift: boolean }
  },
  {
    shareCode,
    restricted,
    cardCustomer,
    pendingEmail,
  }: Pick<ReferralCodes, 'shareCode'> & {
    restricted: boolean
    cardCustomer: string | undefined
    pendingEmail: string | null
  },
): ClientFacts {
  const email = knownEmail(client.email)
  return {
    _id: client.id,
    id: client.id,
    email: email === null ? null : { email },
    pending_email: pendingEmail,
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
    restricted_region: restricted,
    has_completed_order: counts.completedOrders > 0,
    paid_orders_count: counts.paidOrders,
    orders_count: counts.orders,
    payment_account_stripe: cardCustomer ?? null,
    announce_by: client.announce_by,
    delete_at: client.erase_at === null ? null : new Date(client.erase_at).toISOString(),
    friend_gift: counts.referrals.hasGift ? dollarsFromCents(referralCents) : 0,
    profile_referral_code: shareCode,
    referral_details: {
      count: counts.referrals.friends,
      count_with_orders: counts.referrals.withOrders,
      earn: dollarsFromCents(counts.referrals.bonusCents),
    },
  }
}
