import { expect, test } from 'vitest'
import { cabinetOverlayAt, cabinetOverlayPath, cabinetOverlayPatterns, pageBelow } from './cabinet-overlays.ts'
import { webPaths } from './web-paths.ts'

test('[CAB-07] gives an overlay an address over each list, which leads back to its list', () => {
  for (const base of [webPaths.orders(), webPaths.ordersFilter('paid')]) {
    for (const [name, detail] of [
      ['rating', '5'],
      ['rating-negative', '2'],
      ['tips', undefined],
    ] as const) {
      const path = cabinetOverlayPath({ name, orderId: 'order-1', detail, base })
      expect(cabinetOverlayAt(path)).toEqual({ name, orderId: 'order-1', detail, base })
      expect(pageBelow(path)).toBe(base)
    }
  }
  expect(webPaths.orderRating('order-1')).toBe('/orders/order-1/rating')
  expect(webPaths.orderRating('order-1', 'f')).toBe('/orders/order-1/rating/f')
  expect(webPaths.tipsSuccess('order-1', '7')).toBe('/orders/order-1/tips-success/7')
})

test('[CAB-07] treats no other path as an overlay', () => {
  for (const path of [
    '/orders',
    '/orders/filter/paid',
    '/orders/filter/tips',
    '/orders/1/other',
    '/order/1/rating',
    '/orders/1/tips/2/3',
  ]) {
    expect(cabinetOverlayAt(path)).toBeUndefined()
    expect(pageBelow(path)).toBe(path)
  }
})

test('[CAB-07][PUB-08] includes the addresses of the specification, each once', () => {
  expect(new Set(cabinetOverlayPatterns).size).toBe(cabinetOverlayPatterns.length)
  for (const pattern of [
    '/orders/:orderId/rating/:mark?',
    '/orders/:orderId/rating-negative/:mark',
    '/orders/:orderId/tips',
    '/orders/:orderId/tips-success/:amount?',
    '/orders/filter/:paidStatus/:orderId/rating/:mark?',
  ]) {
    expect(cabinetOverlayPatterns).toContain(pattern)
  }
})
