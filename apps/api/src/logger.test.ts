import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { expect, test } from 'vitest'
import { loggerOf } from './logger.ts'

const secret = 'Wq7fK2mZ9xT4'

/** The log's serializers of requests and errors. */
const { req, err } = (loggerOf({ logLevel: 'info' }) as { serializers: unknown }).serializers as {
  req: (request: { method: string; url: string }) => { path: string }
  err: (error: unknown) => Record<string, unknown>
}
const logged = (url: string) => req({ method: 'GET', url })

const keyPages = webRoutePatterns
  .filter(({ page }) => page === 'key')
  .map(({ pattern }) => pattern.replace(/:\w+\??/g, secret))

test.each([
  ...keyPages,
  webPaths.payOrder(secret),
  webPaths.receipts(secret),
  webPaths.deadlineFile(secret),
  webPaths.payWithOtherCard(secret),
  webPaths.subscribeToAddOns(secret),
  apiPaths.unsubscribe(secret),
  apiPaths.fileDownload(secret),
  apiPaths.uploadPageCheck(secret),
  apiPaths.uploadPageForm(secret),
  apiPaths.uploadPageArrival(secret, 'one'),
  apiPaths.uploadPageReceive(secret),
  `${webPaths.orders()}?key=${secret}`,
])('[OPS-03][AUTH-14] omits the key in %s from the log', (url) => {
  expect(url).toContain(secret)
  expect(logged(url).path).not.toContain(secret)
})

test('[OPS-03] logs other paths in full, without their query', () => {
  for (const path of [apiPaths.order('one'), webPaths.orderForm('one'), webPaths.orderRating('one', '5'), '/files']) {
    expect(logged(`${path}?page=0`).path).toBe(path)
  }
})

test('[OPS-03] logs an error’s message and place, without its data', () => {
  const row = 'Failing row contains (+14155550103, Call my mother).'
  const carried = { detail: row, where: row, params: [row], response: { body: row } }
  const cause = Object.assign(new TypeError('the inner one'), carried)
  const error = Object.assign(new Error('the outer one', { cause }), { ...carried, code: '23514', constraint: 'x' })
  cause.cause = error
  expect(err(error)).toEqual({
    type: 'Error',
    message: 'the outer one: the inner one',
    stack: `${error.stack}\ncaused by: ${cause.stack}`,
    code: '23514',
    constraint: 'x',
  })
})

test('[OPS-03] logs a thrown non-error by its kind, and never fails', () => {
  expect(err('no such host')).toEqual({ type: 'string', message: 'no such host', stack: '' })
  for (const thrown of [null, { message: 'row (+14155550103)', toJSON: () => 'row' }, Object.create(null)]) {
    expect(JSON.stringify(err(thrown))).not.toContain('row')
  }
})
