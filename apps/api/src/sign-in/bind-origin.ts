import type { Queries } from '../database/tables.ts'
import { earlierOrderCount } from '../returning-people/earlier-orders.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { giveFriendDiscount } from '../orders/price/friend-discount.ts'
import { bindLanding } from '../newcomers/find-or-make-client.ts'
import { noteReferrer } from '../referrals/referrals.ts'

/** The page where a browser arrived, and its query. */
export interface Landing {
  landing?: string | undefined
  landing_query?: string | undefined
}

/** Share codes are short words of letters, digits and dashes; other texts are ignored. */
const shareCode = /^[\w-]{1,64}$/

/** The share code in the query of the landing page (`?ref=…`, REF-04), or null. */
function shareCodeIn(landingQuery: string | undefined): string | null {
  const code = new URLSearchParams(landingQuery ?? '').get('ref')
  return code !== null && shareCode.test(code) ? code : null
}

/**
 * Stores a newcomer's landing and referrer from the browser that signs in (REF-04): anybody may leave a number, but
 * only its owner gets the code. A no-op for others, and after the first time. A link often opens in another
 * browser than the share link: without a share code it leaves the decision to the first code. A share code after a paid
 * order is a no-op (REF-05, HOLD-09). Orders that staff made before get the friend's discount.
 */
export async function bindOrigin(
  queries: Queries,
  sign: { clientId: string; by: 'code' | 'link'; origin: Landing; now: number },
): Promise<void> {
  const { clientId, by, origin, now } = sign
  const { landing, landing_query } = origin
  const referral = shareCodeIn(landing_query)
  if (by === 'link' && referral === null) return
  if (!(await bindLanding(queries, clientId, { landing, landing_query, referral })) || referral === null) return
  const { paidOrders } = await countOrders(queries, clientId)
  if (paidOrders + (await earlierOrderCount(queries, clientId)) > 0) return
  await noteReferrer(queries, { friendId: clientId, shareCode: referral, now })
  await giveFriendDiscount(queries, { clientId, now })
}
