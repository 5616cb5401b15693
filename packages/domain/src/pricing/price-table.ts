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

/** A fault in a table of operations: the path of the cell, such as `Quiz.prices.2`, and the reason in words. */
export interface TableFault {
  field: string
  text: string
}

/**
 * The first fault of a price table; undefined if valid: each price name has as many prices as thresholds, thresholds are
 * ascending whole hours, prices are whole cents above 0 and never rise with the deadline (PRICE-04).
 */
export function priceTableFault(table: PriceTable): TableFault | undefined {
  for (const priceName of priceNames) {
    const fault = rowFault(table[priceName])
    if (fault !== undefined) return { field: [priceName, ...fault.path].join('.'), text: fault.text }
  }
  return undefined
}

function rowFault(row: PriceRow | undefined): { path: readonly (string | number)[]; text: string } | undefined {
  if (row === undefined) return { path: [], text: 'there are no prices' }
  const { deadlines, prices } = row
  if (deadlines.length === 0) return { path: ['deadlines'], text: 'there are no deadlines' }
  if (deadlines.length !== prices.length) {
    return { path: ['prices'], text: 'there must be one price for each deadline' }
  }
  const cells = [
    ['deadlines', deadlines.findIndex((hours) => !isWholeHours(hours)), 'deadlines must be whole hours above 0'],
    ['deadlines', deadlines.findIndex((hours, index) => hours <= (deadlines[index - 1] ?? 0)), 'deadlines must ascend'],
    ['prices', prices.findIndex((price) => !isPriceInCents(price)), 'prices must be above 0 with at most 2 decimals'],
    [
      'prices',
      prices.findIndex((price, index) => price > (prices[index - 1] ?? price)),
      'prices must never rise with the deadline',
    ],
  ] as const
  const [column, index, text] = cells.find(([, faultyIndex]) => faultyIndex >= 0) ?? []
  return column && { path: [column, index], text }
}

const isWholeHours = (hours: number): boolean => Number.isInteger(hours) && hours > 0

function isPriceInCents(dollars: number): boolean {
  return Number.isFinite(dollars) && dollars > 0 && centsFromDollars(dollars) / 100 === dollars
}
