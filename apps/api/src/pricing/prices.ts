import type { Queries } from '../database/tables.ts'
import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import { readPrices } from './price-table.store.ts'

export {
  insertFirstPrices as startWithPrices,
  type PricesForClient,
  readPricesFor as pricesFor,
  readPricesWhile as pricesForSession,
} from './price-table.store.ts'

/** What is given for work that comes late, of orders that are paid now (WAIT-05). */
export async function lateCreditInForce(queries: Queries): Promise<LateCredit> {
  return (await readPrices(queries)).lateCredit
}
