import { expect, test } from 'vitest'
import { leftForPayment, noteLeaving, noteReturned, paymentHref, paymentHrefWith } from './payment-link.ts'

test('[PAY-01] the payment link carries the way back after success and after Back', () => {
  const href = new URL(paymentHref({ _id: '7', payment_link: 'https://product.test/o/token-1' }))
  expect(href.origin + href.pathname).toBe('https://product.test/o/token-1')
  expect(href.searchParams.get('success_url')).toBe('/order/7/thank-you')
  expect(href.searchParams.get('cancel_url')).toBe('/orders')
})

test('[PAY-01] a payment link that has a query keeps it', () => {
  const href = new URL(paymentHref({ _id: '7', payment_link: 'https://product.test/o/token-1?subscription_id=s1' }))
  expect(href.searchParams.get('subscription_id')).toBe('s1')
  expect(href.searchParams.get('cancel_url')).toBe('/orders')
})

test('the tab knows which order it left for the card page with, until it is told how that ended (ux 40)', () => {
  expect(leftForPayment()).toBeUndefined()
  noteLeaving('7')
  expect(leftForPayment()).toBe('7')
  noteReturned()
  expect(leftForPayment()).toBeUndefined()
})

test('[AUTH-12] a subscription that the link named is passed on', () => {
  const href = new URL(paymentHrefWith({ _id: '7', payment_link: 'https://product.test/o/token-1' }, 'sub_1'))
  expect(href.searchParams.get('subscription_id')).toBe('sub_1')
})
