import { expect, test } from 'vitest'
import { runLine, table } from './table.ts'

test('aligns a table’s columns in Markdown, and escapes its cells', () => {
  expect(
    table([
      ['what', 'met?', 'measured'],
      ['create | change', 'no', '30 %'],
      ['list', '', '80 %\nof all'],
    ]),
  ).toBe(`| what             | met? | measured |
| --- | --- | --- |
| create \\| change | no   | 30 % |
| list             |      | 80 % of all |`)
})

test('prints a run with its time, Node and machine', () => {
  const line = runLine(new Date('2026-11-21T09:30:10Z'))
  expect(line).toMatch(/^2026-11-21 09:30 UTC · Node 24\.\d+\.\d+ · \d+ × .+ · load of the last 15 minutes \d/)
})
