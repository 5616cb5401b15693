import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Request } from '@playwright/test'
import { expect, refusedRequest, test } from '../steps/browser.ts'
import { postEvents, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [refusedRequest(503), refusedRequest(401)] } })

test('[CAB-08][AUTH-18] follows an order by its stream, and polls without one', async ({ page }) => {
  const client = await signedInClient(page)
  const placed = await placeOrder(client)
  await payOrder(page, placed)
  const order = await ops.order(placed.id)

  const streamOpens = () => page.waitForResponse((answer) => answer.url().endsWith(apiPaths.orderStream()))
  let opened = streamOpens()
  await page.goto(webPaths.orders())
  expect((await opened).status()).toBe(200)
  const card = page.getByRole('article')
  await expect(card).toContainText('Finding your Nerd')
  const news = (text: string) => page.getByRole('status').filter({ hasText: `Task ${order.number}: ${text}.` })

  // The stream reports only the order: the page reads no list again, and opens no second stream.
  const calls: string[] = []
  const note = (request: Request) => calls.push(new URL(request.url()).pathname)
  page.on('request', note)
  for (const [event, status] of [
    ['nerd_found', 'Nerd found'],
    ['quality_check', 'Quality check'],
  ] as const) {
    await postEvents(order.id, event)
    await expect(news(status)).toBeAttached()
    await expect(card).toContainText(status)
  }
  expect(calls).toContain(apiPaths.order(order.id))
  expect(calls).not.toContain(apiPaths.orders())
  expect(calls).not.toContain(apiPaths.orderStream())
  page.off('request', note)

  // The stream pauses behind another window; back in view, the page catches up.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await postEvents(order.id, 'final_touches')
  opened = streamOpens()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await opened
  await expect(news('Final touches')).toBeAttached()

  // Without a stream the page polls the list.
  await page.route(`**${apiPaths.orderStream()}`, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.reload()
  await expect(card).toContainText('Final touches')
  await postEvents(order.id, 'send')
  await expect(card).toContainText('Sent', { timeout: 90_000 })
})
