import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { keyIn, textBackLink } from '../steps/links.ts'
import { addOrderFile, ops } from '../steps/operations.ts'
import { placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [refusedRequest(404), refusedRequest(422)] } })

/** Path traversal from an id's place in an address up to the site's root, as one segment. */
const up = '..%2F..%2F..%2F'

/** The API, file and payment addresses that a page requests. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Location and session are independent of the address.
    if (/^\/(?:api|f|o)\//.test(pathname) && pathname !== apiPaths.me()) calls.push(pathname)
  })
  return calls
}

/** Opens an address and expects the missing page with 404, and no call about it. */
async function expectNoPage(page: Page, address: string): Promise<void> {
  const calls = callsOf(page)
  const answer = await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ooops..')
  await page.waitForLoadState('networkidle')
  expect([address, calls]).toEqual([address, []])
  expect([address, answer?.status()]).toEqual([address, 404])
  page.removeAllListeners('request')
}

test('[SAFE-01] shows a missing page for an id that is a path of the API, before any call', async ({ page }) => {
  const client = await signedInClient(page)
  const { id } = await placeOrder(client)
  // In the worst case, an upload reads as an order that redirects to a payment.
  await addOrderFile(id, 'order_form', 'order.pdf')
  const [file] = await ops.orderFiles(id)
  const download = new URL(file?.location ?? '').pathname.replace('/f/', '')

  for (const address of [
    `/order/${up}f%2F${download}/extra-services`,
    `/order/${up}f%2F${download}`,
    `/order/${up}f%2F${download}/thank-you`,
    `/orders/${up}f%2F${download}/rating/5`,
    `/r/some-key/${up}f%2F${download}/rating/5`,
    `/files/${up}api%2Fv3%2Fsubscriptions%2Fsub_1%2Fcancel%3F`,
    `/unsubscribe/${up}api%2Fv3%2Forders`,
    '/neworder/..%2Fx',
    '/orders/filter/..%2F..%2Fx',
    '/order/%2e%2e%2f%2e%2e/details',
    '/order/7/details',
  ]) {
    await expectNoPage(page, address)
  }
})

test('[SAFE-01] neither signs in nor redirects from a malformed address @prove', async ({ page, browser }) => {
  const other = await browser.newContext()
  const client = await signedInClient(await other.newPage())
  await other.close()
  const { id } = await placeOrder(client)
  const key = keyIn(await textBackLink(client))
  const calls = callsOf(page)
  // A truncated payment link leads to `/`, which redirects a signed-out visitor (AUTH-12).
  await page.goto(`/a/${key}/${up}api%2Fv3%2Forders%2F${id}`)
  await page.waitForURL(`**${webPaths.login()}`)
  expect(calls).toEqual([])
  await expectNoPage(page, `/r/${key}/${up}api%2Fv3%2Forders%2F${id}/rating`)
  await page.goto(webPaths.orders())
  await page.waitForURL(`**${webPaths.login()}`)
})

test('[SAFE-01] shows a missing page within the app too @prove', async ({ page }) => {
  const { id } = await placeOrder(await signedInClient(page))
  await page.goto(webPaths.myInfo())
  // The shell shows the heading before there is a router to follow the address.
  await untilHydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const calls = callsOf(page)
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/order/${up}api%2Fv3%2Forders%2F${id}/details`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ooops..')
  expect(calls.filter((path) => path.includes(id))).toEqual([])
})
