import { expect, test } from 'vitest'
import { owedByMonth, owedCents } from './owed-to-nerds.ts'

const zone = 'America/Los_Angeles'
const earning = (nerdId: string, at: string, cents: number) => ({ nerdId, at: Date.parse(at), cents })

test('[OPS-14] sums tips, fees and payouts by Nerd and month of the company’s clock, newest month first', () => {
  const tips = [
    earning('a', '2026-11-30T23:59:59.999-08:00', 500),
    earning('a', '2026-12-01T00:00:00.000-08:00', 300),
    earning('b', '2026-12-31T20:00:00.000-08:00', 200),
    earning('a', '2026-12-05T00:00:00.000-08:00', -100),
  ]
  const fees = [
    earning('a', '2026-11-01T00:00:00.000-07:00', 2_000),
    earning('a', '2026-11-30T23:59:59.999-08:00', 1_000),
    earning('c', '2026-12-01T00:00:00.000-08:00', 4_000),
  ]
  const sums = owedByMonth({ tips, fees, payouts: [{ nerdId: 'a', month: '2026-12', cents: 300 }], zone })
  const row = (nerdId: string, month: string, [tipsCents, feesCents, paidOutCents]: readonly number[]) => ({
    nerdId,
    month,
    tipsCents,
    feesCents,
    paidOutCents,
  })
  expect(sums).toEqual([
    row('c', '2026-12', [0, 4_000, 0]),
    row('b', '2026-12', [200, 0, 0]),
    row('a', '2026-12', [200, 0, 300]),
    row('a', '2026-11', [500, 3_000, 0]),
  ])
  expect(sums.map(owedCents)).toEqual([4_000, 200, -100, 3_500])
})
