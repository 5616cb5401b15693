import type { Client } from '@nerdify/contract/client.ts'
import type { Queries } from '../database/tables.ts'
import type { OrderCounts } from '../orders/list-orders.ts'
import { cardCustomerOf } from '../payments/card-customer.ts'
import type { Product } from '../product.ts'
import { referralCodes } from '../sign-in/referral-codes.ts'
import { countOfClient } from './client-counts.ts'
import { readClient } from './find-client.ts'
import { presentClient } from './present-client.ts'
import { isInRestrictedRegion } from './restricted-region.ts'

/** The signed-in client as they read themself (API-06). In a transaction: the first reading makes the codes of the client. */
export async function clientAnswer(
  product: Product,
  queries: Queries,
  { clientId, ipAddress, counted }: { clientId: string; ipAddress: string; counted?: OrderCounts | undefined },
): Promise<Client> {
  const ofClient = { clientId, secret: product.settings.secret, now: product.clock.now() }
  const codes = await referralCodes(queries, ofClient)
  const client = await readClient(queries, clientId)
  const restricted = isInRestrictedRegion(product, client, ipAddress)
  const cardCustomer = await cardCustomerOf(queries, clientId)
  const facts = presentClient(client, await countOfClient(queries, clientId, counted), {
    ...codes,
    restricted,
    cardCustomer,
  })
  return { ...facts, referral_code: codes.referralCode }
}
