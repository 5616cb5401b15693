import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import type { Queries } from '../../database/tables.ts'
import type { PricesForClient } from '../../pricing/prices.ts'
import { countOrders } from '../list/list-orders.ts'
import type { DiscountChange } from './order-discount.ts'

/**
 * The discount of somebody whom a friend brought for an order that gets its first price now (REF-04), whoever made it:
 * the first one of those that the client is shown. Orders without a price, declined and deleted ones are none.
 */
export async function friendDiscount(
  queries: Queries,
  clientId: string,
  { broughtByFriend }: Pick<PricesForClient, 'broughtByFriend'>,
): Promise<DiscountChange | undefined> {
  if (!broughtByFriend || (await countOrders(queries, clientId)).orders > 0) return undefined
  return { give: referralCoupon.code }
}
