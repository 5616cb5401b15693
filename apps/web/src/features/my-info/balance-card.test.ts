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
  { pages: [], wanted: firstLines, lines: 0, olderCount: 0, isMissing: false },
  { pages: [page(ids(0, 3), 3)], wanted: firstLines, lines: 3, olderCount: 0, isMissing: false },
  { pages: [page(ids(0, 20), 47)], wanted: firstLines, lines: 5, olderCount: 42, isMissing: false },
  { pages: [page(ids(0, 20), 47)], wanted: firstLines + moreLines, lines: 20, olderCount: 27, isMissing: true },
  {
    pages: [page(ids(0, 20), 47), page(ids(20, 40), 47)],
    wanted: firstLines + moreLines,
    lines: 25,
    olderCount: 22,
    isMissing: false,
  },
])(
  '[INFO-04] shows $lines of the $wanted requested lines, and counts $olderCount older ones',
  ({ pages, wanted, ...expected }) => {
    const { lines, olderCount, isMissing } = shownLines({ pages }, wanted)
    expect({ lines: lines.length, olderCount, isMissing }).toEqual(expected)
  },
)

test('[INFO-04] a line that a new change moved to the next page shows once', () => {
  const { lines } = shownLines({ pages: [page(ids(0, 20), 41), page(ids(19, 39), 41)] }, 45)
  expect(lines.map(({ id }) => Number(id))).toEqual(ids(0, 39))
})
