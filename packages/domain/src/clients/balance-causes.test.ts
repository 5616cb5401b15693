import { expect, test } from 'vitest'
import { balanceCauseText } from './balance-causes.ts'

test('[INFO-04] each cause of a change of the balance is said in words', () => {
  expect(balanceCauseText('cashback')).toBe('Cash-back of a coupon')
  expect(balanceCauseText('order_payment')).toBe('Paid for an order')
  expect(balanceCauseText('refund')).toBe('Given back')
  expect(balanceCauseText('staff_credit')).toBe('Credit from our team')
})

test('[INFO-04] a cause that is not known here is a change all the same', () => {
  expect(balanceCauseText('something_newer')).toBe('Balance change')
  expect(balanceCauseText('toString')).toBe('Balance change')
})
