import { expect, test } from 'vitest'
import { benchmarksDocument, overBudget, rowsIn, terminalTable } from './bench-table.mjs'

const rows = rowsIn(
  [
    { what: 'bare', measured: '100/s' },
    { what: 'list', budget: '50 %', aim: '75 %', measured: '80 % (70–90)', met: 'aim' },
    { what: 'create | change', budget: '40 %', measured: '30 %', met: 'no' },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(''),
)

test('the document holds every row, its verdict, the date and the machine', () => {
  const text = benchmarksDocument({ at: new Date('2026-11-21T09:30:10Z'), nodeVersion: 'v24.1.0', full: false, rows })
  expect(text).toContain('| bare |  |  | 100/s |  |')
  expect(text).toContain('| list | 50 % | 75 % | 80 % (70–90) | aim |')
  expect(text).toContain('| create \\| change | 40 % |  | 30 % | **no** |')
  expect(text).toMatch(/2026-11-21 09:30 UTC · Node v24\.1\.0 · \d+ × .+/)
})

test('what is over its budget is found; what has none is not', () => {
  expect(overBudget(rows).map(({ what }) => what)).toEqual(['create | change'])
})

test('the columns of the terminal stand below each other', () => {
  const [head = '', ...lines] = terminalTable(rows).split('\n')
  expect(lines[1]?.indexOf('80 %')).toBe(head.indexOf('measured'))
  expect(lines[2]).toMatch(/30 % +no$/)
})
