import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import type { Queries } from '../database/tables.ts'
import { insertFirstPrices, type PricesForClient, readPricesFor } from './price-table.store.ts'

export type { PricesForClient } from './price-table.store.ts'

/** The prices in force and, in the same statement, what decides of a client what is free, shorter or not offered. */
export function pricesFor(queries: Queries, clientId: string): Promise<PricesForClient> {
  return readPricesFor(queries, clientId)
}

/** Puts prices in force where there are none yet. */
export function startWithPrices(
  queries: Queries,
  prices: { rates: PriceTable; services: ServicePrices; now: number },
): Promise<void> {
  return insertFirstPrices(queries, prices)
}
