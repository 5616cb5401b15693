import { expect, test } from 'vitest'
import { webPaths } from './web-paths.ts'
import { nextPath, webRouteAt, webRoutePatterns, webRouteShapedLike } from './web-routes.ts'

test('[PUB-08] has every path of the web app once, under the name of its function', () => {
  const patterns = webRoutePatterns.map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  for (const { name, pattern } of webRoutePatterns) {
    if (name === 'cabinetOverlay') continue
    const parameters = (pattern.match(/:\w+/g) ?? []) as [string, string, string]
    expect(webPaths[name](...parameters)).toBe(pattern.replace(/\?$/, ''))
  }
})

test('[PUB-09] prerenders every public and login page without a parameter, and no other', () => {
  const prerendered = webRoutePatterns.filter(({ page }) => page === 'prerendered').map(({ name }) => name)
  expect(prerendered.toSorted()).toEqual(
    [
      ...(['login', 'loginPhone', 'loginEmail', 'loginEmailSent', 'loginEmailUnknown'] as const),
      ...(['privacyPolicy', 'terms', 'refunds', 'start', 'contactUs', 'messageWasSent', 'offline'] as const),
    ].toSorted(),
  )
  for (const { pattern } of webRoutePatterns.filter(({ page }) => page === 'prerendered')) {
    expect(pattern).not.toContain(':')
  }
})

const id = '0192a1b2-c3d4-7e5f-8a6b-0123456789ab'
const key = 'Zm9v_YmFy-1234'

test.each([
  ['/', 'root'],
  ['/orders', 'orders'],
  ['/orders/', 'orders'],
  ['/orders/filter/paid', 'ordersFilter'],
  [`/orders/${id}/rating/5`, 'cabinetOverlay'],
  [`/orders/filter/paid/${id}/tips-success/7.50`, 'cabinetOverlay'],
  ['/neworder/writing', 'newOrderForm'],
  [`/order/${id}`, 'orderForm'],
  [`/order/${id}/extra-services`, 'orderExtraServices'],
  ['/nerdify-subscription', 'subscription'],
  ['/nerdify-subscription/done', 'subscription'],
  [`/a/${key}`, 'shortPaymentLinkCut'],
  [`/a/${key}/${id}/sub_1`, 'shortPaymentLink'],
  [`/r/${key}/${id}/rating`, 'ratingLink'],
  [`/unsubscribe/${id}.${key}`, 'unsubscribe'],
  [`/files/${key}`, 'uploadPage'],
])('[PUB-08] finds the route of %s', (pathname, name) => {
  expect(webRouteAt(pathname)?.name).toBe(name)
})

test('[SAFE-01] rejects a malformed parameter on every path that has one', () => {
  const addresses = webRoutePatterns.filter(({ pattern }) => pattern.includes(':'))
  expect(addresses.length).toBeGreaterThan(20)
  const validValues: Record<string, string> = { orderId: id, amount: '5' }
  for (const { pattern } of addresses) {
    const whole = pattern.replace(/:(\w+)\??/g, (_, name: string) => validValues[name] ?? 'any')
    expect([whole, webRouteAt(whole)?.pattern]).toEqual([whole, pattern])
    for (const [, name = ''] of pattern.matchAll(/:(\w+)/g)) {
      const around = pattern.replace(new RegExp(`:${name}\\??$|:${name}(?=/)`), ' ')
      const [before = '', after = ''] = around
        .replace(/:(\w+)\??/g, (_, parameter: string) => validValues[parameter] ?? 'any')
        .split(' ')
      for (const hostile of ['..%2F..%2F..%2Ff%2Fx', '..', '.', '%2e%2e', 'a%2Fb', '', 'a b', 'a"b', '%00', ':id']) {
        const address = before + hostile + after
        // An optional part may be missing.
        const isMissing = hostile === '' && after === ''
        expect([address, webRouteAt(address)?.pattern === pattern && !isMissing]).toEqual([address, false])
      }
    }
  }
})

test('[AUTH-12][AUTH-17] finds the page of a malformed id by its shape, and none for an unknown path', () => {
  expect(webRouteShapedLike(`/a/${key}/nope`)?.name).toBe('shortPaymentLink')
  expect(webRouteShapedLike('/order/nope/details')).toMatchObject({ name: 'orderDetails', access: 'client' })
  expect(webRouteShapedLike('/order//details')).toBeUndefined()
  expect(webRouteShapedLike('/nowhere')).toBeUndefined()
})

test('[SAFE-01] accepts only a UUID in lower case as the id of an order', () => {
  for (const orderId of ['7', id.toUpperCase(), `${id}0`, `${id}?`, ':orderId', '0192a1b2']) {
    expect([orderId, webRouteAt(`/order/${orderId}/extra-services`)]).toEqual([orderId, undefined])
  }
})

test.each([
  '/orders',
  '/my-info',
  '/neworder',
  '/nerdify-subscription',
  `/order/${id}/details?from=mail&x=%2F%2Fevil#files`,
  `/orders/${id}/rating/5`,
  '/orders/subscriptions',
])('[AUTH-11][SAFE-01] lets a sign-in lead to %s', (path) => {
  expect(nextPath(path)).toBe(path)
})

test.each([
  undefined,
  '/',
  '/logout',
  '/logout/',
  '/login',
  '/contact-us',
  `/auth/${key}`,
  `/authkey/${key}?next=/orders`,
  `/a/${key}/${id}`,
  `/r/${key}/${id}/rating/5`,
  `/files/${key}`,
  `/unsubscribe/${key}`,
  `/o/${key}`,
  `/m/c${key}`,
  `/s/c${key}/premium_addons`,
  `/f/${key}`,
  '/api/v3/orders',
  '/orders/../logout',
  '/orders/..%2Flogout',
  '/orders/%2e%2e/logout',
  '/orders/filter/..%2F..%2Fo',
  `/order/..%2F..%2Ff%2F${key}/extra-services`,
  `/orders/${id}%2Frating`,
  '/orders/.',
  '/no-such-page',
  '/%6Frders',
  '//evil.example',
  'https://evil.example/orders',
])('[AUTH-11][SAFE-01] (abuse 37) replaces %j by /orders', (text) => {
  expect(nextPath(text)).toBe('/orders')
})
