import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../api/client.ts'
import { leftForPayment, noteLeaving, noteReturned, paymentHref, pressToPay } from './payment-link.ts'

afterEach(() => vi.restoreAllMocks())

const ownSite = 'https://nerdify.test'

/** The target of a payment link on this site. */
const ledTo = (payment_link: string, ways?: Parameters<typeof paymentHref>[1]) =>
  new URL(paymentHref({ _id: '7', payment_link }, ways), ownSite)

test('[PAY-01] the payment link carries the paths for success and for Back', () => {
  const href = ledTo('https://product.test/o/token-1')
  expect(href.pathname).toBe('/o/token-1')
  expect(href.searchParams.get('success_url')).toBe('/order/7/thank-you')
  expect(href.searchParams.get('cancel_url')).toBe('/orders')
})

test('[PAY-01] a payment link that has a query keeps it', () => {
  const href = ledTo('https://product.test/o/token-1?subscription_id=s1')
  expect(href.searchParams.get('subscription_id')).toBe('s1')
  expect(href.searchParams.get('cancel_url')).toBe('/orders')
})

test('[AUTH-12] a subscription that the link named is passed on', () => {
  const href = ledTo('https://product.test/o/token-1', { subscriptionId: 'sub_1' })
  expect(href.searchParams.get('subscription_id')).toBe('sub_1')
})

test('[SAFE-01] paying begins on this site for every `payment_link`', () => {
  expect(ledTo('https://pay.example/o/token-1').origin).toBe(ownSite)
  for (const forged of [
    'https://evil.example/',
    'https://evil.example/o/token-1/../../x',
    'https://evil.example/o/..',
    'https://evil.example/o/%2e%2e%2fsteal',
    'https://evil.example\\@nerdify.test/o/a%2Fb',
    'javascript:alert(1)//o/token-1',
    'data:text/html,/o/token-1',
    '//evil.example/o/token-1',
    '',
  ]) {
    expect([forged, ledTo(forged, { cancelPath: '/orders', subscriptionId: 's1' }).href]).toEqual([
      forged,
      `${ownSite}/orders`,
    ])
  }
})

test('the tab remembers the order of its card page until the outcome is known (ux 40)', () => {
  expect(leftForPayment()).toBeUndefined()
  noteLeaving('7')
  expect(leftForPayment()).toBe('7')
  noteReturned()
  expect(leftForPayment()).toBeUndefined()
})

test.for(['ctrlKey', 'metaKey', 'shiftKey'] as const)(
  '[PAY-01][API-05] (ux 40) a pay link in a new tab (%s) notifies the server; this tab notes no visit',
  (key) => {
    const report = vi.spyOn(api, 'paymentLinkSent').mockRejectedValue(new Error('offline'))
    const keys = { metaKey: false, ctrlKey: false, shiftKey: false, preventDefault: vi.fn<() => void>() }
    const order = { _id: '7', payment_link: 'https://product.test/o/token-1' }
    pressToPay({ ...keys, [key]: true }, order, { isCovered: true })
    expect(report).toHaveBeenCalledOnce()
    expect(keys.preventDefault).not.toHaveBeenCalled()
    expect(leftForPayment()).toBeUndefined()

    pressToPay(keys, order, { isCovered: false })
    expect(leftForPayment()).toBe('7')
    noteReturned()
  },
)
