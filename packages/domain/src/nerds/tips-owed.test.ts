import { expect, test } from 'vitest'
import { owedCents, tipsByMonth } from './tips-owed.ts'

const zone = 'America/Los_Angeles'
const tip = (nerdId: string, at: string, cents: number) => ({ nerdId, at: Date.parse(at), cents })

test('[OPS-14] sums tips and payouts by Nerd and month of the company’s clock, the newest month first', () => {
  const tips = [
    tip('a', '2026-11-30T23:59:59.999-08:00', 500),
    tip('a', '2026-12-01T00:00:00.000-08:00', 300),
    tip('b', '2026-12-31T20:00:00.000-08:00', 200),
    tip('a', '2026-12-05T00:00:00.000-08:00', -100),
  ]
  const sums = tipsByMonth(tips, [{ nerdId: 'a', month: '2026-12', cents: 300 }], zone)
  expect(sums).toEqual([
    { nerdId: 'b', month: '2026-12', tipsCents: 200, paidOutCents: 0 },
    { nerdId: 'a', month: '2026-12', tipsCents: 200, paidOutCents: 300 },
    { nerdId: 'a', month: '2026-11', tipsCents: 500, paidOutCents: 0 },
  ])
  expect(sums.map(owedCents)).toEqual([200, -100, 500])
})
