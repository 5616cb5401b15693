import { expect, test } from 'vitest'
import { couponMessage } from './coupon-messages.ts'
import { couponRuleNames } from './coupon-rules.ts'

const link = 'Contact us if you have any questions.'

test.each([
  ['[DISC-04]', 'paid_orders', null, "This code can't be applied for this order.", link],
  ['[DISC-04]', 'paid_orders_max', null, "This code can't be applied for this order.", link],
  ['[DISC-04]', 'order_type', null, "This code can't be applied for this order.", link],
  ['[DISC-05]', 'min_price', 30, 'This code can be only applied for orders over $30', link],
  ['[DISC-05]', 'min_price', 30.5, 'This code can be only applied for orders over $30.50', link],
  ['[DISC-06]', 'expiration', null, 'This code has expired.', link],
  [
    '[DISC-07]',
    'used',
    null,
    "This code can't be applied for this order. You've already use it with another order.",
    null,
  ],
  ['[DISC-08]', 'service_top_writer', null, 'Can\'t activate "Top writer". Codes or add-ons conflict', null],
  ['[DISC-09]', 'draft_deadline', null, 'Can\'t activate "Draft". Check deadline', null],
  ['[DISC-09]', 'service_draft', null, 'Can\'t activate "Draft". Check deadline', null],
  [
    '[DISC-10]',
    'service_allready_sub',
    'Plagiarism Report',
    'Plagiarism Report service is already included as a part of subscription benefits',
    null,
  ],
  ['[DISC-11]', 'unknown_code', null, 'This code is not valid.', link],
  ['[DISC-11]', 'used_up', null, 'This code is not valid.', link],
  ['[DISC-11]', 'something_new', null, 'This code is not valid.', link],
  ['[DISC-11]', 'constructor', null, 'This code is not valid.', link],
])('%s explains %s (%s) in its own words', (_, errorType, value, text, linkText) => {
  expect(couponMessage(errorType, value)).toEqual({ text, linkText })
})

test('[DISC-11] has a message for every rule', () => {
  const generic = couponRuleNames.filter((name) => couponMessage(name, null).text === 'This code is not valid.')
  expect(generic).toEqual(['used_up'])
})
