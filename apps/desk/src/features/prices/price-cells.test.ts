import { priceTableFault } from '@nerdify/domain/pricing/price-table.ts'
import { aPriceTable, someServicePrices } from '@nerdify/domain/testing/a-price-table.ts'
import { expect, test } from 'vitest'
import {
  cellOfRefusal,
  cellsOfRates,
  cellsOfServices,
  cellsOfSteps,
  rateCell,
  ratesOf,
  servicesOf,
  stepCellOfRefusal,
  stepsOf,
} from './price-cells.ts'
import { sampleCents, sampleCreditCents, sampleOrders } from './sample-orders.ts'

const services = { ...someServicePrices, client_recomended_writer: { percent_of_quote: 12.5 } }
const steps = [
  { hours_late: 0, percent: 10 },
  { hours_late: 24, percent: 50 },
]

test('[DESK-05] reads prices, services and late credit back from their cells', () => {
  expect(ratesOf(cellsOfRates(aPriceTable))).toEqual(aPriceTable)
  expect(servicesOf(cellsOfServices(services))).toEqual(services)
  expect(stepsOf(cellsOfSteps(steps))).toEqual(steps)
})

test('[DESK-05] adds and drops a price by its cell, and names the cell that is wrong', () => {
  const cells = { ...cellsOfRates(aPriceTable), [rateCell('Quiz', '24')]: ' $9 ', [rateCell('Quiz', '2')]: ' ' }
  expect(ratesOf(cells).Quiz).toEqual({ deadlines: [12, 24, 48], prices: [10.25, 9, 7.6] })
  for (const typed of ['11', 'x', '1.005', '-1']) {
    const rates = ratesOf({ ...cells, [rateCell('Quiz', '24')]: typed })
    expect(cellOfRefusal(priceTableFault(rates)?.field ?? '', rates)).toBe(rateCell('Quiz', '24'))
  }
})

test('[DESK-05] finds the row of a refused step among blank rows', () => {
  const cells = { '0.hours': '0', '0.percent': '10', '1.hours': '', '2.hours': '5', '2.percent': 'x' }
  expect(stepsOf(cells)).toEqual([
    { hours_late: 0, percent: 10 },
    { hours_late: 5, percent: Number.NaN },
  ])
  expect(stepCellOfRefusal('steps.1.percent', cells)).toBe('2.percent')
  expect(stepCellOfRefusal('steps.1', cells)).toBe('2.hours')
})

test('[DESK-05] prices the sample orders as an order of a client, and their late credit', () => {
  const prices = { rates: aPriceTable, services }
  expect(sampleOrders.map((sample) => sampleCents(sample, prices))).toEqual([10_400, 10_596, 6650])
  expect(sampleOrders.map((sample) => sampleCreditCents(sample, prices, steps))).toEqual([1040, 1060, 3325])
  const { Quiz: _, Problems: __, ...rates } = aPriceTable
  expect(sampleOrders.map((sample) => sampleCents(sample, { rates, services })).at(-1)).toBeUndefined()
})
