import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { expect, test } from 'vitest'
import { loggerOf } from './logger.ts'

const secret = 'Wq7fK2mZ9xT4'

/** How a request stands in the log. */
function logged(url: string): { path: string } {
  const logger = loggerOf({ logLevel: 'info' }) as {
    serializers: { req: (request: { method: string; url: string }) => { path: string } }
  }
  return logger.serializers.req({ method: 'GET', url })
}

const keyPages = webRoutePatterns
  .filter(({ page }) => page === 'key')
  .map(({ pattern }) => pattern.replace(/:\w+\??/g, secret))

test.each([
  ...keyPages,
  webPaths.payOrder(secret),
  webPaths.receipts(secret),
  webPaths.payWithOtherCard(secret),
  webPaths.subscribeToAddOns(secret),
  apiPaths.unsubscribe(secret),
  apiPaths.fileDownload(secret),
  apiPaths.uploadPageCheck(secret),
  apiPaths.uploadPageForm(secret),
  apiPaths.uploadPageArrival(secret, 'one'),
  apiPaths.uploadPageReceive(secret),
  `${webPaths.orders()}?key=${secret}`,
])('[OPS-03][AUTH-14] the key in %s does not stand in the log', (url) => {
  expect(url).toContain(secret)
  expect(logged(url).path).not.toContain(secret)
})

test('[OPS-03] other paths are logged whole, without their query', () => {
  for (const path of [apiPaths.order('one'), webPaths.orderForm('one'), webPaths.orderRating('one', '5'), '/files']) {
    expect(logged(`${path}?page=0`).path).toBe(path)
  }
})
