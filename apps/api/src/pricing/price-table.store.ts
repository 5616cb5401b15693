import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { compiledOnce, firstRow } from '../database/compiled-once.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { openReferralRow } from '../referrals/bring-friend.ts'
import { openSessionRow } from '../sign-in/sessions.ts'

/** The one price table there is. */
const name = 'gonerdify'

/** Operations' prices: the rates and what the extra services cost. */
export interface Prices {
  rates: PriceTable
  services: ServicePrices
  version: number
}

/**
 * The prices in force, and of a client the tags, which decide what is free or shorter, the country (LAW-04), and whether
 * a friend brought them who have not paid for an order since (REF-04).
 */
export type PricesForClient = Prices & { tags: string[]; country: string | null; broughtByFriend: boolean }

/** Reads the prices in force. */
export async function readPrices(queries: Queries): Promise<Prices> {
  const row = await queries
    .selectFrom('price_table')
    .select(['prices', 'service_prices', 'version'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { rates: row.prices, services: row.service_prices, version: row.version }
}

/**
 * The prices that were read last, which are known again by their revision; by their version too, as an older build that
 * changes prices beside this one writes no revision.
 */
let known: (Prices & { revision: string }) | undefined
const unknown = { revision: '00000000-0000-0000-0000-000000000000', version: 0 }

/** What a statement for the prices is told; with a session it answers only while that one is open. */
interface Asked {
  clientId: string
  revision: string
  version: number
  sessionId?: string
  now?: Date
}

const pricesAndClient = compiledOnce((queries, { clientId, revision, version, sessionId: id, now }: Asked) =>
  queries
    .selectFrom('price_table')
    .innerJoin('client', (join) => join.on('client.id', '=', clientId))
    .select(['revision', 'version', 'client.tags', 'client.country'])
    .select((row) => {
      const isKnown = row.and([row('revision', '=', revision), row('version', '=', version)])
      // What is known already need not come again.
      return [
        row.case().when(isKnown).then(null).else(row.ref('prices')).end().as('prices'),
        row.case().when(isKnown).then(null).else(row.ref('service_prices')).end().as('service_prices'),
      ]
    })
    .select(({ exists }) => exists(openReferralRow(queries, clientId)).as('brought_by_friend'))
    .where('price_table.name', '=', name)
    .$if(id !== undefined && now !== undefined, (prices) =>
      prices.where((is) => is.exists(openSessionRow(queries, { clientId, id: id as string, now: now as Date }))),
    ),
)

/** Reads the prices in force and, in the same statement, what they depend on of a client. */
export async function readPricesFor(queries: Queries, clientId: string): Promise<PricesForClient> {
  const prices = await readPricesWhile(queries, { clientId })
  if (prices === undefined) throw new Error('There are no prices, or not this client.')
  return prices
}

/** The same, and only while a session is open, where there is one to look at. `now` in epoch milliseconds. */
export async function readPricesWhile(
  queries: Queries,
  { clientId, session }: { clientId: string; session?: { sessionId: string; now: number } },
): Promise<PricesForClient | undefined> {
  const before = known
  const { revision: knownRevision, version: knownVersion } = before ?? unknown
  const asked: Asked = { clientId, revision: knownRevision, version: knownVersion }
  if (session !== undefined) Object.assign(asked, { sessionId: session.sessionId, now: new Date(session.now) })
  const row = await firstRow(queries, pricesAndClient(queries, asked))
  if (row === undefined) return undefined
  const { revision, version, prices, service_prices, tags, country, brought_by_friend } = row
  if (prices !== null && service_prices !== null) known = { rates: prices, services: service_prices, version, revision }
  const inForce = prices === null ? before : known
  if (inForce === undefined) throw new Error('The prices are neither known nor read.')
  const { rates, services } = inForce
  return { rates, services, version, tags, country, broughtByFriend: Boolean(brought_by_friend) }
}

/** Puts a price table in force where there is none yet. */
export async function insertFirstPrices(
  queries: Queries,
  prices: { rates: PriceTable; services: ServicePrices; now: number },
): Promise<void> {
  await queries
    .insertInto('price_table')
    .values({
      name,
      prices: JSON.stringify(prices.rates),
      service_prices: JSON.stringify(prices.services),
      version: 1,
      updated_at: new Date(prices.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts other rates or service prices in force; what is not given stays as it is. */
export async function replacePrices(
  queries: Queries,
  prices: { rates?: PriceTable; services?: ServicePrices; now: number },
): Promise<void> {
  await queries
    .updateTable('price_table')
    .set((row) => ({
      ...(prices.rates === undefined ? {} : { prices: JSON.stringify(prices.rates) }),
      ...(prices.services === undefined ? {} : { service_prices: JSON.stringify(prices.services) }),
      version: row('version', '+', 1),
      revision: uuidv7(prices.now),
      updated_at: new Date(prices.now),
    }))
    .where('name', '=', name)
    .execute()
}
