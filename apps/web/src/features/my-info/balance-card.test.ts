import type { BalancePage } from '@nerdify/contract/client.ts'
import { expect, test } from 'vitest'
import { firstLines, moreLines, shownLines } from './BalanceCard.tsx'

const page = (ids: readonly number[], total: number): BalancePage => ({
  results: ids.map((id) => ({
    id: String(id),
    at: '',
    amount: 1,
    cause: 'cashback',
    order_number: null,
    reason: null,
  })),
  page: 0,
  pages: 1,
  total,
})
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

test.each([
  { pages: [], wanted: firstLines, lines: 0, left: 0, isMissing: false },
  { pages: [page(ids(0, 3), 3)], wanted: firstLines, lines: 3, left: 0, isMissing: false },
  { pages: [page(ids(0, 20), 47)], wanted: firstLines, lines: 5, left: 42, isMissing: false },
  { pages: [page(ids(0, 20), 47)], wanted: firstLines + moreLines, lines: 20, left: 27, isMissing: true },
  {
    pages: [page(ids(0, 20), 47), page(ids(20, 40), 47)],
    wanted: firstLines + moreLines,
    lines: 25,
    left: 22,
    isMissing: false,
  },
])('[INFO-04] $lines lines show of $wanted wanted, and $left are left', ({ pages, wanted, ...expected }) => {
  const { lines, left, isMissing } = shownLines({ pages }, wanted)
  expect({ lines: lines.length, left, isMissing }).toEqual(expected)
})

test('[INFO-04] a line that a new change moved to the next page shows once', () => {
  const { lines } = shownLines({ pages: [page(ids(0, 20), 41), page(ids(19, 39), 41)] }, 45)
  expect(lines.map(({ id }) => Number(id))).toEqual(ids(0, 39))
})
