import type { Cents } from '../pricing/money.ts'

const percents = [5, 10, 15] as const
const wholeDollar: Cents = 100

/**
 * The tips offered for an order (RATE-05): 5, 10 and 15 % of the cabinet price, rounded up to whole dollars, each at
 * least $1 above the previous one.
 */
export function tipOptions(cabinetPriceCents: Cents) {
  let dollars = 0
  return percents.map((percent) => {
    dollars = Math.max(dollars + 1, Math.ceil((cabinetPriceCents * percent) / (100 * wholeDollar)))
    return { percent, cents: dollars * wholeDollar }
  })
}
