import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { insertIfNew } from '../database/rows.ts'
import { statement } from '../database/statement.ts'
import type { Queries } from '../database/tables.ts'
import { openReferralRow } from '../referrals/referrals.ts'

/** The only price table. */
const name = 'gonerdify'

/** Operations' prices: the rates and the extra services. */
export interface Prices {
  rates: PriceTable
  services: ServicePrices
  version: number
}

/**
 * The current prices, and a client's facts that affect them: the tags, which determine free services and shorter
 * deadlines, the country (LAW-04), whether a friend's gift is still unused (REF-04), and whether the account was erased
 * (LAW-06).
 */
export type PricesForClient = Prices & {
  tags: string[]
  country: string | null
  broughtByFriend: boolean
  isErased: boolean
}

/** The current prices with the credit for late work (WAIT-05). */
export type PricesInForce = Prices & { lateCredit: LateCredit }

/** Reads the current prices; `lock` locks their row until the transaction ends. */
export async function pricesInForce(queries: Queries, { lock = false } = {}): Promise<PricesInForce> {
  const row = await queries
    .selectFrom('price_table')
    .select(['prices', 'service_prices', 'late_credit', 'version'])
    .where('name', '=', name)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const { prices: rates, service_prices: services, late_credit: lateCredit, version } = row
  return { rates, services, lateCredit, version }
}

interface PriceRow {
  prices: PriceTable
  service_prices: ServicePrices
  version: number
  tags: string[]
  country: string | null
  brought_by_friend: boolean
  is_erased: boolean
}

const selection = `
  select prices, service_prices, version, client.tags, client.country, client.erased_at is not null as is_erased,
    exists (${openReferralRow}) as brought_by_friend
  from price_table inner join client on client.id = $1
  where price_table.name = '${name}'`
const pricesOfClient = statement<PriceRow, [clientId: string]>(selection)
const pricesOfLockedClient = statement<PriceRow, [clientId: string]>(`${selection} for key share of client`)

/**
 * Reads the current prices and, in the same statement, the client's facts that affect them; with `lock`, an erasure of
 * the account waits until the transaction ends.
 */
export async function pricesFor(
  queries: Queries,
  clientId: string,
  { lock = false }: { lock?: false | 'key share' } = {},
): Promise<PricesForClient> {
  const [row] = await (lock ? pricesOfLockedClient : pricesOfClient)(queries, clientId)
  if (row === undefined) throw new Error('There are no prices, or not this client.')
  return {
    rates: row.prices,
    services: row.service_prices,
    version: row.version,
    tags: row.tags,
    country: row.country,
    broughtByFriend: row.brought_by_friend,
    isErased: row.is_erased,
  }
}

/** Inserts a price table unless there is one. */
export async function startWithPrices(
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

/** Replaces rates, service prices or late credit; omitted parts stay. */
export async function replacePrices(
  queries: Queries,
  prices: { rates?: PriceTable; services?: ServicePrices; lateCredit?: LateCredit; now: number },
): Promise<void> {
  const { rates, services, lateCredit, now } = prices
  await queries
    .updateTable('price_table')
    .set((row) => ({
      prices: rates && JSON.stringify(rates),
      service_prices: services && JSON.stringify(services),
      late_credit: lateCredit && JSON.stringify(lateCredit),
      version: row('version', '+', 1),
      updated_at: new Date(now),
    }))
    .where('name', '=', name)
    .execute()
}
