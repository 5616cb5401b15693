import { expect, test } from 'vitest'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { couponFault } from './apply-code.ts'

test('[DISC-05][DISC-11] a coupon’s refusal names its rule, with the value and the link', () => {
  const link = 'Contact us if you have any questions.'
  expect(couponFault({ status: 422, text: 'Refused', error_type: 'min_price', error_value: 30 })).toEqual({
    text: 'This code can be only applied for orders over $30',
    linkText: link,
  })
  expect(couponFault({ status: 422, text: 'Refused', error_type: 'unknown_code', error_value: null })).toEqual({
    text: 'This code is not valid.',
    linkText: link,
  })
})

test.each([
  [422, 'order_incomplete', 'Please choose the size and the deadline first.', couponTexts.notChecked],
  [422, 'deadline_too_short', 'Please, give your Nerd more time to complete your task', couponTexts.notChecked],
  [422, undefined, 'code: expected at most 100 characters', couponTexts.notChecked],
  [409, 'order_paid', 'This order is paid, so its type, size, deadline and discount stay as they are.', undefined],
])(
  '[DISC-11][API-01][EASE-08] another refusal (%s %s) neither calls the code invalid nor shows another field’s fault',
  (status, type, text, said) => {
    const fault = { status, text, error_value: 'code', ...(type !== undefined && { error_type: type }) }
    expect(couponFault(fault)).toEqual({ text: said ?? text, linkText: null })
  },
)
