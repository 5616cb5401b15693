import { mostDataDownloadsADay } from '@nerdify/domain/clients/daily-limits.ts'
import { clientFacts } from '../clients/client-facts.ts'
import { transaction } from '../database/transaction.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { messagesToAddresses } from '../outbox/messages-to.ts'
import { optOutsOfAddresses } from '../outbox/opt-out/opt-outs.ts'
import type { AppContext } from '../app-context.ts'
import { addressesOf, shownRows, typedAddressesOf } from './personal-data.store.ts'
import { allTreatments, type ShownRow } from './treatments.ts'

/** One client's downloads of their data (SAFE-07). */
const downloadsOfOneClient: RateLimit = {
  name: 'my-data',
  most: mostDataDownloadsADay,
  windowMs: 24 * 3_600_000,
  say: (wait) => `You’ve downloaded your data ${mostDataDownloadsADay} times in a day. You can do it again in ${wait}.`,
}

/** Counts a download of a client's data; 429 beyond the daily limit. */
export function countDownload({ queries, clock, settings }: AppContext, clientId: string): Promise<void> {
  const use = { subject: clientId, now: clock.now(), scale: settings.limitScale }
  return transaction(queries, (within) => limitUse(within, downloadsOfOneClient, use))
}

/** The account as its client reads it (LAW-06). */
export function myAccount(product: AppContext, clientId: string) {
  return transaction(product.queries, async (within) => {
    const factsWith = await clientFacts(product, within, { clientId })
    return factsWith(await countOrders(within, clientId))
  })
}

/**
 * All data of a client as one JSON object, in chunks of text (LAW-06): the time, the `account` (JSON), the client's
 * records by kind, and their messages. Rows are read while they are sent: a download holds only a few at a time,
 * however many there are and however slowly it is read (SAFE-07).
 */
export async function* myData(
  { queries, clock, settings }: AppContext,
  { clientId, account }: { clientId: string; account: string },
): AsyncGenerator<string> {
  yield `{"made_at":${JSON.stringify(new Date(clock.now()).toISOString())},"account":${account},"records":{`
  for (const [table, { shown: how }] of allTreatments) {
    if (how === undefined) continue
    yield* listOf(how.as, shownRows(queries, { clientId, table, how }))
    yield ','
  }
  const addresses = await addressesOf(queries, clientId, settings)
  yield* listOf('opt_outs', [await optOutsOfAddresses(queries, addresses)])
  yield ','
  const typed = await typedAddressesOf(queries, clientId, settings)
  yield* listOf('messages', messagesToAddresses(queries, [...addresses, ...typed]))
  yield '}}'
}

type Pages = AsyncIterable<readonly ShownRow[]> | Iterable<readonly ShownRow[]>

async function* listOf(name: string, pages: Pages): AsyncGenerator<string> {
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
