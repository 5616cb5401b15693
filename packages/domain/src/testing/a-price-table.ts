import type { ServicePrices } from '../catalog/services.ts'
import type { PriceTable } from '../pricing/price-table.ts'

const essay = { deadlines: [3, 6, 12, 24, 48], prices: [30, 24.35, 20, 16.1, 12.05] }
const timed = { deadlines: [2, 12, 48], prices: [14.4, 10.25, 7.6] }

/** A small price table for tests and stories; the real one is operations' data. */
export const aPriceTable: Required<PriceTable> = {
  'Essay (writing)': essay,
  'Essay (editing)': { deadlines: [2, 12, 48], prices: [21.5, 14.95, 10.95] },
  Presentations: { deadlines: [2, 12, 48], prices: [16.25, 11.6, 8.65] },
  Problems: timed,
  Quiz: timed,
  'Other task': timed,
}

/** Prices of every extra service for tests and stories. */
export const someServicePrices: Required<ServicePrices> = {
  top_writer: { percent_of_quote: 20 },
  draft_needed: { percent_of_quote: 10 },
  adv_plagreport: { amount: 8 },
  prioritize_my_task: { amount: 5 },
  client_recomended_writer: { percent_of_quote: 10 },
}
