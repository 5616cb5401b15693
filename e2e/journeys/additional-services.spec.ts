import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { operate, postEvents, ops } from '../steps/operations.ts'
import { cards, goToCardPage, payOrder, payWith, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'
import { pressBlocked } from '../steps/press-blocked.ts'

/**
 * Signs in a new client who has just paid an essay of $48.00, optionally with a coupon; returns their key, on the
 * thank-you page.
 */
async function payAnOrder(page: Page, code?: string): Promise<string> {
  const { token } = await signedInClient(page)
  const order = await placeOrder({ token })
  const coupon = { action: 'discount_add', code }
  if (code !== undefined) await call('PATCH', apiPaths.order(order.id), { token, body: coupon })
  await payOrder(page, order)
  return order.id
}

const service = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(name) })
const payButton = (page: Page, amount: string) => page.getByRole('link', { name: `Pay ${amount}` })

test('[FLOW-25][FLOW-26][PAY-08] adds a file and services after payment, and pays for them alone', async ({ page }) => {
  const orderId = await payAnOrder(page, 'CASH15')
  const file = { name: 'rubric.txt', mimeType: 'text/plain', buffer: Buffer.from('Two sources at least') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('list', { name: 'Files for your Nerd' })).toContainText('rubric.txt')
  await expect.poll(async () => (await ops.orderFiles(orderId)).map(({ name }) => name)).toEqual(['rubric.txt'])
  await expect(page.getByRole('button', { name: 'Remove rubric.txt' })).toHaveCount(0)
  const still = page.getByRole('region', { name: 'Anything else?' })
  await expect(still).toContainText('TOP Nerd$9.60')
  await still.getByRole('link', { name: 'Add extra services' }).click()
  await page.waitForURL(`**${webPaths.orderAdditionalServices(orderId)}`)

  await pressBlocked(page.getByRole('button', { name: 'Choose what to add' }))
  await expect(page.getByText('Choose a service first.').filter({ visible: true })).toBeVisible()
  await service(page, 'TOP Nerd').check()
  await service(page, 'Plagiarism Report').check()
  await expect(payButton(page, '$17.60')).toBeVisible()
  await service(page, 'Plagiarism Report').uncheck()
  await payButton(page, '$9.60').click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
  await expect(
    page
      .getByText(/^TOP Nerd/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await page.waitForURL(`**${webPaths.orderAdditionalServices(orderId)}`)
  await expect(page.getByText('You have not been charged')).toBeVisible()
  await expect(service(page, 'TOP Nerd')).toBeChecked()

  // The coupon's cash back pays its part.
  await page.getByRole('checkbox', { name: 'Use my balance $7.20' }).check()
  await payButton(page, '$2.40').click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
  // Shows the last payment only (FLOW-25).
  await expect(page.getByText('Paid $9.60')).toBeVisible()
  await expect(page.getByText('New in this order: TOP Nerd.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Anything else?' })).not.toContainText('TOP Nerd')

  await page.goto(webPaths.orders())
  const card = page.getByRole('article').first()
  await expect(card).toContainText('$57.60')
  await card.getByRole('link', { name: /^Details/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Additional services' }).click()
  await expect(service(page, 'Plagiarism Report')).toBeVisible()
  await expect(service(page, 'TOP Nerd')).toHaveCount(0)
})

test('[FLOW-26][CAB-04] leads home and offers nothing once every service is paid @prove', async ({ page }) => {
  const orderId = await payAnOrder(page)
  await page.goto(webPaths.orderAdditionalServices(orderId))
  for (const name of ['TOP Nerd', 'Plagiarism Report', 'Prioritize my Task']) await service(page, name).check()
  await payButton(page, '$22.60').click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
  await expect(page.getByText('Paid $22.60')).toBeVisible()
  // FLOW-25: offers the app; the page does so on iPhones only, and these journeys' phone is an Android.
  const appPromo = page.getByRole('heading', { name: 'Get the app' })
  await expect(appPromo).toHaveCount(test.info().project.name === 'phone' ? 0 : 1)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
  })
  const { client_id: clientId } = await ops.order(orderId)
  for (const [facts, shown] of [
    [{ exp_data: { app2_scale: 'on' } }, 1],
    [{ exp_data: { app2_scale: 'control' } }, 0],
    [{ exp_data: { app2_scale: 'on' }, country_final: 'GB' }, 0],
    [{ country_final: 'US' }, 1],
    [{ tags_add: ['NOapp'] }, 0],
  ] as const) {
    await operate('PATCH', opsPaths.client(clientId), facts)
    const clientRead = page.waitForResponse((answer) => new URL(answer.url()).pathname === apiPaths.me())
    await page.reload()
    await clientRead
    await expect(page.getByText('Paid $22.60')).toBeVisible()
    await expect(appPromo).toHaveCount(shown)
  }
  await page.goto(webPaths.orderAdditionalServices(orderId))
  await page.waitForURL(`**${webPaths.orders()}`)
  await expect(page.getByRole('article').first()).toContainText('$70.60')
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Additional services' })).toHaveCount(0)
})

test('[FLOW-26] sells no services on an unpaid order, and leads home @prove', async ({ page }) => {
  const { id } = await placeOrder(await signedInClient(page))
  await page.goto(webPaths.orderAdditionalServices(id))
  await page.waitForURL(`**${webPaths.orders()}`)
})

test.describe('once a Nerd is found', () => {
  test.use({ consoleMay: { say: [refusedRequest(409)] } })

  const sorry =
    'Oops! We are really sorry. We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.'

  test('[FLOW-27] refuses TOP Nerd with a link to the cabinet, and still sells the report @prove', async ({ page }) => {
    const orderId = await payAnOrder(page)
    await page.goto(webPaths.orderAdditionalServices(orderId))
    await expect(service(page, 'TOP Nerd')).toBeVisible()
    await postEvents(orderId, 'nerd_found')
    await service(page, 'TOP Nerd').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! We are really sorry.')
    await expect.poll(async () => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')).toContain(sorry)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'See what you can still add' }).click()
    await expect(service(page, 'Plagiarism Report')).toBeVisible()
    await expect(service(page, 'TOP Nerd')).toHaveCount(0)
    await expect(page.getByText('No longer available').filter({ visible: true })).toContainText('TOP Nerd')
    await expectAccessible(page)

    await service(page, 'Plagiarism Report').check()
    await payButton(page, '$8.00').click()
    await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
    await payWith(page, cards.good)
    await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
    await expect(page.getByText('Paid $8.00')).toBeVisible()
    await page.goto(webPaths.orderAdditionalServices(orderId))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! We are really sorry.')
    await page.getByRole('link', { name: 'Go to my tasks' }).click()
    await page.waitForURL(`**${webPaths.orders()}`)
  })
})

test('[API-05] reports the way to the card page to the server @prove', async ({ page }) => {
  const { id } = await placeOrder(await signedInClient(page), { details: 'Twenty questions' })
  await page.goto(webPaths.orderExtraServices(id))
  const report = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.postData()?.includes('payment_link_sent') === true,
  )
  await goToCardPage(page)
  expect((await report).url()).toContain(apiPaths.order(id))
})
