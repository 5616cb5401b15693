import { expect, test } from 'vitest'
import { bookFigures, bookSums, cardNetCents, creditCents } from './book-figures.ts'

/** Each figure is a different power of two, so a sum identifies its figures. */
const sums = bookSums((figure) => 2 ** bookFigures.indexOf(figure))
const sumOf = (...figures: typeof bookFigures) => figures.reduce((sum, figure) => sum + sums[figure], 0)

test('[OPS-13] nets card payments against refunds and disputes', () => {
  const income = sumOf('orders_by_card', 'tips', 'plan_months')
  expect(cardNetCents(sums)).toBe(income - sumOf('refunds_to_cards', 'disputes'))
})

test('[OPS-13] sums the credits to balances without the refunds', () => {
  const gifts = sumOf('cashback', 'tip_credits', 'referral_bonuses', 'plan_credits', 'late_credits')
  expect(creditCents(sums)).toBe(gifts + sumOf('staff_credits', 'imported_balances'))
})
