import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { defaultChoices, startPrice } from '@nerdify/domain/pricing/start-choices.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { type PricesForClient, pricesInForce } from './price-table.store.ts'

export {
  startWithPrices,
  pricesFor,
} from './price-table.store.ts'
export type { PricesForClient }

/** The credit for late work of orders paid now (WAIT-05). */
export async function lateCreditInForce(queries: Queries): Promise<LateCredit> {
  return (await pricesInForce(queries)).lateCredit
}

/** The formatted price of the choices that `/start` begins with (DOOR-01); undefined without a price. */
export async function amountAtStart({ queries, clock }: AppContext): Promise<string | undefined> {
  const { rates } = await pricesInForce(queries)
  const price = startPrice(defaultChoices, rates, { now: clock.now(), isFriend: false })
  return price && formatMoney(price.totalCents)
}
