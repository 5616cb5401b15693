import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'

/** The rates of the sandbox, in dollars a page, slide, 300 words or 15 minutes (PRICE-04). */
export const sandboxRates: Required<PriceTable> = {
  'Essay (writing)': {
    deadlines: [2, 3, 6, 12, 18, 24, 48, 72, 96, 120],
    prices: [36.0, 31.5, 27.25, 24.0, 22.1, 20.4, 17.85, 15.9, 14.65, 13.75],
  },
  'Essay (editing)': {
    deadlines: [1, 2, 3, 6, 12, 18, 24, 48, 72, 96, 120],
    prices: [24.0, 21.5, 19.25, 16.8, 14.95, 13.7, 12.6, 10.95, 9.8, 9.1, 8.45],
  },
  Presentations: {
    deadlines: [1, 2, 3, 6, 12, 18, 24, 48, 72, 96, 120],
    prices: [18.0, 16.25, 14.8, 12.95, 11.6, 10.7, 9.9, 8.65, 7.95, 7.4, 6.85],
  },
  Problems: {
    deadlines: [1, 2, 3, 6, 12, 18, 24, 48, 72, 96, 120],
    prices: [16.0, 14.4, 13.15, 11.5, 10.25, 9.45, 8.75, 7.6, 7.05, 6.6, 6.15],
  },
  Quiz: {
    deadlines: [1, 2, 3, 6, 12, 18, 24, 48, 72, 96, 120],
    prices: [15.0, 13.55, 12.4, 10.85, 9.7, 8.95, 8.3, 7.25, 6.7, 6.25, 5.85],
  },
  'Other task': {
    deadlines: [1, 2, 3, 6, 12, 18, 24, 48, 72, 96, 120],
    prices: [15.5, 14.0, 12.8, 11.2, 10.0, 9.2, 8.55, 7.45, 6.9, 6.45, 6.0],
  },
}

/** The prices of the extra services in the sandbox: dollars, or a percentage of the quote price (SRV-02). */
export const sandboxServicePrices: Required<ServicePrices> = {
  prioritize_my_task: { amount: 5.0 },
  top_writer: { percent_of_quote: 20 },
  adv_plagreport: { amount: 8.0 },
  draft_needed: { percent_of_quote: 10 },
  client_recomended_writer: { percent_of_quote: 10 },
}

/** The sandbox's credit for late work (WAIT-05). */
const sandboxLateCredit: LateCredit = [
  { hours_late: 0, percent: 10 },
  { hours_late: 12, percent: 25 },
  { hours_late: 24, percent: 50 },
]

/** The sandbox's initial prices. */
export const sandboxPrices = { rates: sandboxRates, services: sandboxServicePrices, lateCredit: sandboxLateCredit }
