import type { Queries } from '../database/tables.ts'
import { countPlacedSince } from '../orders/list/own-order.ts'
import { entriesByKindSince } from '../payments/ledger/ledger.store.ts'

const dayMs = 86_400_000

/** Orders placed and ledger entries, by kind with their cents, within the 24 hours before `now` (epoch milliseconds). */
export async function dayFigures(queries: Queries, now: number) {
  const since = now - dayMs
  const entries = await entriesByKindSince(queries, since)
  return { placed: await countPlacedSince(queries, since), entries }
}
