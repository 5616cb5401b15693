import type { MyData } from '@nerdify/contract/client.ts'
import { readClient } from '../clients/find-client.ts'
import { presentClient } from '../clients/present-client.ts'
import { isInRestrictedRegion } from '../clients/restricted-region.ts'
import { transaction } from '../database/transaction.ts'
import { countOfClient } from '../clients/client-counts.ts'
import { messagesToAddresses } from '../outbox/messages-to.ts'
import { cardCustomerOf } from '../payments/card-customer.ts'
import type { Product } from '../product.ts'
import { referralCodes } from '../sign-in/referral-codes.ts'
import { addressesOf, shownRows } from './personal-data.store.ts'

/** Everything that is kept of a client, in one answer (LAW-06): the account, its records, and what was sent to it. */
export function myData({ queries, clock, settings, geo }: Product, clientId: string): Promise<MyData> {
  const now = clock.now()
  return transaction(queries, async (within) => {
    const client = await readClient(within, clientId)
    const codes = await referralCodes(within, { clientId, secret: settings.secret, now })
    const restricted = isInRestrictedRegion({ settings, geo }, client, undefined)
    const cardCustomer = await cardCustomerOf(within, clientId)
    return {
      made_at: new Date(now).toISOString(),
      account: presentClient(client, await countOfClient(within, clientId), { ...codes, restricted, cardCustomer }),
      records: {
        ...(await shownRows(within, clientId)),
        messages: await messagesToAddresses(within, await addressesOf(within, clientId, settings)),
      },
    }
  })
}
