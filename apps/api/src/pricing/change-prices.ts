import type { ServicePrices } from '@nerdify/domain/catalog/services.ts'
import { type LateCredit, lateCreditFault } from '@nerdify/domain/payments/late-credit.ts'
import { centsFromDollars, dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { type PriceTable, priceTableFault, type TableFault } from '@nerdify/domain/pricing/price-table.ts'
import type { Queries } from '../database/tables.ts'
import { versionOf } from '../http/answers/content-version.ts'
import { unacceptable } from '../http/refusal.ts'
import { type PricesInForce, pricesInForce, replacePrices } from './price-table.store.ts'

/** The current prices. */
export { pricesInForce } from './price-table.store.ts'

/** The versions of the current prices, part by part (DESK-05). */
export const versionsOfPrices = ({ rates, services, lateCredit }: PricesInForce) => ({
  rates: versionOf(rates),
  services: versionOf(services),
  lateCredit: versionOf(lateCredit),
})

/** Locks the current prices until the transaction ends; returns their versions. */
export const lockPrices = async (queries: Queries) => versionsOfPrices(await pricesInForce(queries, { lock: true }))

/** Activates a price table at once for new quotes (OPS-05); 422 if it is invalid (PRICE-04). */
export async function changeRates(queries: Queries, rates: PriceTable, now: number): Promise<void> {
  refuseFault(priceTableFault(rates), 'price_table_unfit')
  await replacePrices(queries, { rates, now })
}

/** Activates the prices of the extra services at once for new quotes (SRV-02); 422 beyond two decimals. */
export async function changeServicePrices(queries: Queries, services: ServicePrices, now: number): Promise<void> {
  for (const [key, price] of Object.entries(services)) {
    readHundredths('amount' in price ? price.amount : price.percent_of_quote, key)
  }
  await replacePrices(queries, { services, now })
}

/** Activates the credit for late work, for orders paid from now on (WAIT-05); 422 unless it rises. */
export async function changeLateCredit(queries: Queries, lateCredit: LateCredit, now: number): Promise<void> {
  refuseFault(lateCreditFault(lateCredit), 'late_credit_unfit')
  for (const [index, { percent }] of lateCredit.entries()) readHundredths(percent, `steps.${index}.percent`)
  await replacePrices(queries, { lateCredit, now })
}

function refuseFault(fault: TableFault | undefined, type: string): void {
  if (fault !== undefined) throw unacceptable(`${fault.field}: ${fault.text}.`, fault.field, type)
}

/** Dollars as whole cents, or a percentage as whole hundredths; 422 at the field for more than two decimals. */
export function readHundredths(value: number, field: string): number {
  const hundredths = centsFromDollars(value)
  if (dollarsFromCents(hundredths) !== value) throw unacceptable('Use at most two decimals.', field)
  return hundredths
}
