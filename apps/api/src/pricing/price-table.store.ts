import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { type RawBuilder, sql } from 'kysely'
import { insertIfNew } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { openReferralRow } from '../referrals/referrals.ts'
import { openSessionRow } from '../sessions/sessions.ts'
import type { OpenSession } from '../http/caller.ts'

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

/** The prices in force with what is given for work that comes late (WAIT-05). */
export type PricesInForce = Prices & { lateCredit: LateCredit }

/** Reads the prices in force. */
export async function readPrices(queries: Queries): Promise<PricesInForce> {
  const row = await queries
    .selectFrom('price_table')
    .select(['prices', 'service_prices', 'late_credit', 'version'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const { prices: rates, service_prices: services, late_credit: lateCredit, version } = row
  return { rates, services, lateCredit, version }
}

/**
 * The prices that were read last, which are known again by their revision; by their version too, as an older build that
 * changes prices beside this one writes no revision.
 */
let known: (Prices & { revision: string }) | undefined
const unknown = { revision: '00000000-0000-0000-0000-000000000000', version: 0 }

/** What a client's prices depend on; the prices themselves are null where they are those that were known before. */
interface PriceRow {
  revision: string
  version: number
  prices: PriceTable | null
  service_prices: ServicePrices | null
  tags: string[]
  country: string | null
  brought_by_friend: boolean
}

/** Reads the prices in force and what they depend on of a client, with `more` columns of the one row `from` elsewhere. */
async function readRow<More>(
  queries: Queries,
  clientId: string,
  { more, from }: { more: RawBuilder<unknown>; from: RawBuilder<unknown> } = { more: sql``, from: sql`` },
): Promise<(More & { forClient: PricesForClient }) | undefined> {
  const before = known
  const { revision, version } = before ?? unknown
  const isKnown = sql`revision = ${revision} and version = ${version}`
  const { rows } = await sql<PriceRow & More>`
    select revision, version, client.tags, client.country,
      case when ${isKnown} then null else prices end as prices,
      case when ${isKnown} then null else service_prices end as service_prices,
      exists (${openReferralRow(queries, clientId)}) as brought_by_friend ${more}
    from price_table inner join client on client.id = ${clientId} ${from}
    where price_table.name = ${name}`.execute(queries)
  const [row] = rows
  return row && { ...row, forClient: pricesOfRow(row, before) }
}

/** Reads the prices in force and, in the same statement, what they depend on of a client. */
export async function readPricesFor(queries: Queries, clientId: string): Promise<PricesForClient> {
  const row = await readRow(queries, clientId)
  if (row === undefined) throw new Error('There are no prices, or not this client.')
  return row.forClient
}

/** The same with the session of the client, and only while it is open. `now` in epoch milliseconds. */
export async function readPricesWhile(
  queries: Queries,
  { clientId, sessionId, now }: { clientId: string; sessionId: string; now: number },
): Promise<{ prices: PricesForClient; session: OpenSession } | undefined> {
  const session = openSessionRow(queries, { clientId, id: sessionId, now })
  const row = await readRow<Pick<OpenSession, 'origin'> & { started_at: number; order_id: string | null }>(
    queries,
    clientId,
    {
      more: sql`, session.origin, session.started_at, session.order_id`,
      from: sql`cross join (${session}) as session`,
    },
  )
  if (row === undefined) return undefined
  const { origin, started_at: startedAt, order_id: orderId, forClient: prices } = row
  return { prices, session: { clientId, sessionId, origin, startedAt, orderId } }
}

/** The prices of a row, which brings them only where they are not those that were known before it was asked for. */
function pricesOfRow(row: PriceRow, before: Prices | undefined): PricesForClient {
  const { revision, version, prices, service_prices, tags, country, brought_by_friend } = row
  if (prices !== null && service_prices !== null) known = { rates: prices, services: service_prices, version, revision }
  const inForce = prices === null ? before : known
  if (inForce === undefined) throw new Error('The prices are neither known nor read.')
  const { rates, services } = inForce
  return { rates, services, version, tags, country, broughtByFriend: brought_by_friend }
}

/** Puts a price table in force where there is none yet. */
export async function insertFirstPrices(
  queries: Queries,
  prices: { rates: PriceTable; services: ServicePrices; lateCredit?: LateCredit; now: number },
): Promise<void> {
  await insertIfNew(queries, 'price_table', {
    name,
    prices: JSON.stringify(prices.rates),
    service_prices: JSON.stringify(prices.services),
    late_credit: JSON.stringify(prices.lateCredit ?? []),
    version: 1,
    updated_at: new Date(prices.now),
  })
}

/** Puts other rates, service prices or late credit in force; what is not given stays as it is. */
export async function replacePrices(
  queries: Queries,
  prices: { rates?: PriceTable; services?: ServicePrices; lateCredit?: LateCredit; now: number },
): Promise<void> {
  await queries
    .updateTable('price_table')
    .set((row) => ({
      ...(prices.rates === undefined ? {} : { prices: JSON.stringify(prices.rates) }),
      ...(prices.services === undefined ? {} : { service_prices: JSON.stringify(prices.services) }),
      ...(prices.lateCredit === undefined ? {} : { late_credit: JSON.stringify(prices.lateCredit) }),
      version: row('version', '+', 1),
      revision: uuidv7(prices.now),
      updated_at: new Date(prices.now),
    }))
    .where('name', '=', name)
    .execute()
}
