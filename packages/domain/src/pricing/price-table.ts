import { type PriceName, priceNames } from '../catalog/job-types.ts'
import { type Cents, centsFromDollars } from './money.ts'

/** One job type's rates: ascending thresholds in hours, and the rate in dollars up to each of them (PRICE-04). */
export interface PriceRow {
  deadlines: number[]
  prices: number[]
}

/**
 * The rates per page, 300 words, slide or 15 minutes, by price name and deadline (PRICE-04). Operations' data: a job
 * type without a row is not offered.
 */
export type PriceTable = Partial<Record<PriceName, PriceRow>>

/** Whether a job type is offered: the table has a price for it (PRICE-04). */
export const isPriced = (table: PriceTable, priceName: PriceName): boolean => table[priceName] !== undefined

/**
 * The rate for the hours to the deadline (rounded up): the first threshold that reaches them, else the last (PRICE-03).
 * Undefined for a job type without a row.
 */
export function rateCents(table: PriceTable, priceName: PriceName, hours: number): Cents | undefined {
  const { deadlines, prices } = table[priceName] ?? { deadlines: [], prices: [] }
  const bracket = deadlines.findIndex((threshold) => threshold >= hours)
  const dollars = prices.at(bracket) // -1 if no threshold reaches the hours: the last rate
  return dollars === undefined ? undefined : centsFromDollars(dollars)
}

/**
 * What is wrong with a price table, in words; undefined if valid: each price name has as many prices as thresholds,
 * thresholds are ascending whole hours, prices are whole cents above 0 and never rise with the deadline (PRICE-04).
 */
export function priceTableFault(table: PriceTable): string | undefined {
  for (const priceName of priceNames) {
    const fault = rowFault(table[priceName])
    if (fault !== undefined) return `${priceName}: ${fault}`
  }
  return undefined
}

function rowFault(row: PriceRow | undefined): string | undefined {
  if (row === undefined) return 'there are no prices'
  const { deadlines, prices } = row
  if (deadlines.length === 0) return 'there are no deadlines'
  if (deadlines.length !== prices.length) return 'there must be one price for each deadline'
  if (!deadlines.every((hours) => Number.isInteger(hours) && hours > 0)) return 'deadlines must be whole hours above 0'
  if (!pairs(deadlines).every(([shorter, longer]) => shorter < longer)) return 'deadlines must ascend'
  if (!prices.every(isPriceInCents)) return 'prices must be above 0 with at most 2 decimals'
  if (!pairs(prices).every(([shorter, longer]) => longer <= shorter)) return 'prices must never rise with the deadline'
  return undefined
}

function isPriceInCents(dollars: number): boolean {
  return Number.isFinite(dollars) && dollars > 0 && centsFromDollars(dollars) / 100 === dollars
}

/** Consecutive pairs. */
function pairs(values: readonly number[]): [number, number][] {
  return values.slice(1).map((value, index) => [values[index] as number, value])
}
