import type { Client } from '@nerdify/contract/client.ts'
import type { Queries } from '../database/tables.ts'
import { countOrders, type OrderCounts } from '../orders/list-orders.ts'
import { cardCustomerOf } from '../payments/card-customer.ts'
import type { Product } from '../product.ts'
import { referralCounts } from '../referrals/bring-friend.ts'
import { referralCodes } from '../sign-in/referral-codes.ts'
import { readClient } from './find-client.ts'
import { presentClient } from './present-client.ts'
import { isInRestrictedRegion } from './restricted-region.ts'

/** Who asks, and from where. */
interface Asking {
  clientId: string
  ipAddress: string
}

/** The signed-in client as they read themself (API-06). In a transaction: the first reading makes the codes of the client. */
export async function clientAnswer(product: Product, queries: Queries, asking: Asking): Promise<Client> {
  const answer = await clientAnswerBut(product, queries, asking)
  return answer(await countOrders(queries, asking.clientId))
}

/** The same for who counts the client's orders meanwhile: all but the counts is read, they make it whole. */
export async function clientAnswerBut(
  product: Product,
  queries: Queries,
  { clientId, ipAddress }: Asking,
): Promise<(orders: OrderCounts) => Client> {
  const ofClient = { clientId, secret: product.settings.secret, now: product.clock.now() }
  const codes = await referralCodes(queries, ofClient)
  const client = await readClient(queries, clientId)
  const restricted = isInRestrictedRegion(product, client, ipAddress)
  const cardCustomer = await cardCustomerOf(queries, clientId)
  const referrals = await referralCounts(queries, clientId)
  return (orders) => ({
    ...presentClient(client, { ...orders, referrals }, { ...codes, restricted, cardCustomer }),
    referral_code: codes.referralCode,
  })
}
