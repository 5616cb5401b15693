import { mostDataDownloadsADay } from '@nerdify/domain/clients/daily-limits.ts'
import { countOfClient } from '../clients/client-counts.ts'
import { pendingEmailOf } from '../accounts/pending-email.ts'
import { readClient } from '../accounts/find-client.ts'
import { presentClient } from '../clients/present-client.ts'
import { isInRestrictedRegion } from '../accounts/restricted-region.ts'
import { transaction } from '../database/transaction.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { messagesToAddresses } from '../outbox/messages-to.ts'
import { cardCustomerOf } from '../payments/page/card-customer.ts'
import type { Product } from '../product.ts'
import { referralCodes } from '../keys/referral-codes.ts'
import { addressesOf, type ShownRow, shownRows } from './personal-data.store.ts'
import { allTreatments } from './treatments.ts'

/** How often one client may download their data (SAFE-07). */
const downloadsOfOneClient: RateLimit = {
  name: 'my-data',
  most: mostDataDownloadsADay,
  windowMs: 24 * 3_600_000,
  say: (wait) => `You’ve downloaded your data ${mostDataDownloadsADay} times in a day. You can do it again in ${wait}.`,
}

/** Counts a download of a client's data; 429 beyond what a day allows. */
export function countDownload({ queries, clock, settings }: Product, clientId: string): Promise<void> {
  const use = { of: clientId, now: clock.now(), scale: settings.limitScale }
  return transaction(queries, (within) => limitUse(within, downloadsOfOneClient, use))
}

/** The account as its client reads it (LAW-06). */
export function myAccount({ queries, clock, settings, geo }: Product, clientId: string) {
  return transaction(queries, async (within) => {
    const client = await readClient(within, clientId)
    const codes = await referralCodes(within, { clientId, secret: settings.secret, now: clock.now() })
    const restricted = isInRestrictedRegion({ settings, geo }, client, undefined)
    const cardCustomer = await cardCustomerOf(within, clientId)
    const pendingEmail = await pendingEmailOf(within, clientId)
    const counts = await countOfClient(within, clientId)
    return presentClient(client, counts, { ...codes, restricted, cardCustomer, pendingEmail })
  })
}

/**
 * Everything that is kept of a client, as the text of one JSON object in pieces (LAW-06): when it was made, the account as
 * `account` has it in JSON, its records by what they are, and what was sent to it. It is read while it is sent, so that a
 * download holds a few rows at a time, however many there are and however slowly somebody reads (SAFE-07).
 */
export async function* myData(
  { queries, clock, settings }: Product,
  { clientId, account }: { clientId: string; account: string },
): AsyncGenerator<string> {
  yield `{"made_at":${JSON.stringify(new Date(clock.now()).toISOString())},"account":${account},"records":{`
  for (const [table, { shown: how }] of allTreatments) {
    if (how === undefined) continue
    yield* listOf(how.as, shownRows(queries, { clientId, table, how }))
    yield ','
  }
  yield* listOf('messages', messagesToAddresses(queries, await addressesOf(queries, clientId, settings)))
  yield '}}'
}

async function* listOf(name: string, pages: AsyncIterable<readonly ShownRow[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(name)}:[`
  let between = ''
  for await (const rows of pages) {
    for (const row of rows) {
      yield between + JSON.stringify(row)
      between = ','
    }
  }
  yield ']'
}
