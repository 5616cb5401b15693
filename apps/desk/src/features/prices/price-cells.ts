import type { LateCreditAnswer, PricingAnswer } from '@nerdify/contract/pricing.ts'
import type { ServicePricesChange } from '@nerdify/contract/operations.ts'
import { type PriceName, priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys, type ServicePrices } from '@nerdify/domain/catalog/services.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { maxLateCreditSteps } from '@nerdify/domain/payments/late-credit.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { numberOf } from '../../frame/typed-number.ts'
import type { Cells } from '../../frame/use-edit.ts'

const perHours = ' up to '
/** The cell of a rate: "Quiz up to 12". */
export const rateCell = (priceName: PriceName, hours: string): string => `${priceName}${perHours}${hours}`

/** The rates as texts; a cell is blank without a price for these hours. */
export const cellsOfRates = (rates: PricingAnswer): Cells =>
  Object.fromEntries(
    priceNames.flatMap((priceName) => {
      const { deadlines, prices } = rates[priceName] ?? { deadlines: [], prices: [] }
      return deadlines.map((hours, at) => [rateCell(priceName, String(hours)), String(prices[at])])
    }),
  )

/** Ascending hours of all cells, blank ones too. */
export const hoursOfCells = (cells: Cells): string[] => {
  const hours = Object.keys(cells).map((cell) => cell.slice(cell.indexOf(perHours) + perHours.length))
  return [...new Set(hours)].toSorted((a, b) => Number(a) - Number(b))
}

/** The price table of the cells; other text becomes NaN. */
export function ratesOf(cells: Cells): Required<PriceTable> {
  const row = (priceName: PriceName) => {
    const hours = hoursOfCells(cells).filter((each) => !isBlank(cells[rateCell(priceName, each)] ?? ''))
    return {
      deadlines: hours.map(Number),
      prices: hours.map((each) => numberOf(cells[rateCell(priceName, each)] ?? '')),
    }
  }
  return Object.fromEntries(priceNames.map((priceName) => [priceName, row(priceName)])) as Required<PriceTable>
}

/** The cell of a refusal: `Quiz.prices.2`; a name without an index is the first cell of its row. */
export function cellOfRefusal(field: string, rates: PriceTable): string | undefined {
  const priceName = priceNames.find((name) => field === name || field.startsWith(`${name}.`))
  if (priceName === undefined) return undefined
  const at = Number(/\.(\d+)$/.exec(field)?.[1] ?? 0)
  return rateCell(priceName, String(rates[priceName]?.deadlines[at] ?? ''))
}

/** The prices of services as texts: `top_writer.price` and `top_writer.unit`. */
export const cellsOfServices = (services: ServicePrices): Cells =>
  Object.fromEntries(
    serviceKeys.flatMap((key) => {
      const price = services[key]
      if (price === undefined) return []
      const [unit, value] = 'amount' in price ? ['amount', price.amount] : ['percent_of_quote', price.percent_of_quote]
      return [
        [`${key}.price`, String(value)],
        [`${key}.unit`, unit],
      ]
    }),
  )

/** The prices of services; other text becomes NaN. */
export const servicesOf = (cells: Cells): ServicePricesChange =>
  Object.fromEntries(
    serviceKeys.map((key) => {
      const value = numberOf(cells[`${key}.price`] ?? '')
      return [key, cells[`${key}.unit`] === 'percent_of_quote' ? { percent_of_quote: value } : { amount: value }]
    }),
  ) as ServicePricesChange

type Steps = LateCreditAnswer['steps']

/** The rows that late credit may have. */
export const stepRows: readonly number[] = Array.from({ length: maxLateCreditSteps }, (_, step) => step)

/** The steps as texts: `0.hours` and `0.percent`. */
export const cellsOfSteps = (steps: Steps): Cells =>
  Object.fromEntries(
    steps.flatMap(({ hours_late: hours, percent }, step) => [
      [`${step}.hours`, String(hours)],
      [`${step}.percent`, String(percent)],
    ]),
  )

const isStep = (cells: Cells) => (step: number) =>
  ['hours', 'percent'].some((column) => !isBlank(cells[`${step}.${column}`] ?? ''))

/** The rows with a step; a row without text does not count. */
export const usedRows = (cells: Cells): number[] => stepRows.filter(isStep(cells))

/** The steps of late credit; other text becomes NaN. */
export const stepsOf = (cells: Cells): Steps =>
  usedRows(cells).map((step) => ({
    hours_late: numberOf(cells[`${step}.hours`] ?? ''),
    percent: numberOf(cells[`${step}.percent`] ?? ''),
  }))

/** The cell of a step in a refusal: `steps.1` or `steps.1.hours_late`. */
export function stepCellOfRefusal(field: string, cells: Cells): string | undefined {
  const [, at, column] = /^steps\.(\d+)(?:\.(hours_late|percent))?$/.exec(field) ?? []
  const row = at === undefined ? undefined : usedRows(cells)[Number(at)]
  return row === undefined ? undefined : `${row}.${column === 'percent' ? 'percent' : 'hours'}`
}
