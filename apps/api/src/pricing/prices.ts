import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import type { Queries } from '../database/tables.ts'
import type { OpenSession } from '../http/caller.ts'
import { insertFirstPrices, type PricesForClient, readPricesFor, readPricesWhile } from './price-table.store.ts'

export type { PricesForClient } from './price-table.store.ts'

/** The prices in force and, in the same statement, what decides of a client what is free, shorter or not offered. */
export function pricesFor(queries: Queries, clientId: string): Promise<PricesForClient> {
  return readPricesFor(queries, clientId)
}

/**
 * The same for the client of a session, in one statement with the session's reach; nothing when it is not open. `now` in epoch
 * milliseconds.
 */
export function pricesForSession(
  queries: Queries,
  { clientId, sessionId, now }: { clientId: string; sessionId: string; now: number },
): Promise<{ prices: PricesForClient; session: OpenSession } | undefined> {
  return readPricesWhile(queries, { clientId, sessionId, now })
}

/** Puts prices in force where there are none yet. */
export function startWithPrices(
  queries: Queries,
  prices: { rates: PriceTable; services: ServicePrices; now: number },
): Promise<void> {
  return insertFirstPrices(queries, prices)
}
