import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { compiledOnce, onlyRow } from '../database/compiled-once.ts'
import type { Queries } from '../database/tables.ts'

/** The one price table there is. */
const name = 'gonerdify'

/** Operations' prices: the rates and what the extra services cost. */
export interface Prices {
  rates: PriceTable
  services: ServicePrices
  version: number
}

/** The prices in force, and of a client the tags, which decide what is free or shorter, and the country (LAW-04). */
export type PricesForClient = Prices & { tags: string[]; country: string | null }

/** Reads the prices in force. */
export async function readPrices(queries: Queries): Promise<Prices> {
  const row = await queries
    .selectFrom('price_table')
    .select(['prices', 'service_prices', 'version'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { rates: row.prices, services: row.service_prices, version: row.version }
}

const pricesAndClient = compiledOnce((queries, { clientId }: { clientId: string }) =>
  queries
    .selectFrom('price_table')
    .innerJoin('client', (join) => join.on('client.id', '=', clientId))
    .select(['prices', 'service_prices', 'version', 'client.tags', 'client.country'])
    .where('price_table.name', '=', name),
)

/** Reads the prices in force and, in the same statement, what they depend on of a client. */
export async function readPricesFor(queries: Queries, clientId: string): Promise<PricesForClient> {
  const row = await onlyRow(queries, pricesAndClient(queries, { clientId }))
  const { prices, service_prices, version, tags, country } = row
  return { rates: prices, services: service_prices, version, tags, country }
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
      updated_at: new Date(prices.now),
    }))
    .where('name', '=', name)
    .execute()
}
