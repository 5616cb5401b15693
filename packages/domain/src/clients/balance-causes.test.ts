import { expect, test } from 'vitest'
import { balanceCauseText } from './balance-causes.ts'

test('[INFO-04] has words for each cause of a balance change', () => {
  expect(balanceCauseText('cashback')).toBe('Cash back from a coupon')
  expect(balanceCauseText('order_payment')).toBe('Paid for an order')
  expect(balanceCauseText('refund')).toBe('Refund')
  expect(balanceCauseText('staff_credit')).toBe('Credit from our team')
})

test('[INFO-04] gives an unknown cause a generic text', () => {
  expect(balanceCauseText('something_newer')).toBe('Balance change')
  expect(balanceCauseText('toString')).toBe('Balance change')
})
