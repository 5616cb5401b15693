import { bookFigures, bookSums } from '@nerdify/domain/books/book-figures.ts'
import { expect, test } from 'vitest'
import { bookTexts } from '../../texts/books.ts'
import { barsOf, bookColumns, stepOf } from './book-rows.ts'

/** Each figure is another power of two, so that a sum identifies its figures. */
const sums = bookSums((figure) => 2 ** bookFigures.indexOf(figure))

test('[DESK-06] every figure of the chart is a sum of columns of the table', () => {
  const cells = new Map(bookColumns.map(([name, cents]) => [name, cents(sums)]))
  const sumOf = (...names: (keyof typeof bookTexts.columns)[]) =>
    names.reduce((sum, name) => sum + (cells.get(bookTexts.columns[name]) ?? 0), 0)
  expect(barsOf(sums)).toEqual({
    card: sumOf('orders', 'tips', 'plans'),
    balance: sumOf('spent'),
    out: -sumOf('refunds', 'disputes', 'returned', 'outside'),
  })
})

test('[DESK-06] the table has every movement of the books once', () => {
  const net = bookTexts.columns.net
  const all = bookColumns.filter(([name]) => name !== net).reduce((sum, [, cents]) => sum + Math.abs(cents(sums)), 0)
  expect(all).toBe(2 ** bookFigures.length - 1)
})

test.each([
  [0, 100],
  [400, 100],
  [401, 200],
  [531_000, 200_000],
])('[DESK-06] the lines of a chart up to %i cents are %i apart', (highest, step) => {
  expect(stepOf(highest)).toBe(step)
})
