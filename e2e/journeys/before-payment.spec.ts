import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { operate, ops } from '../steps/operations.ts'
import { cards, payWith, placeOrder, seen } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'
import { pressBlocked } from '../steps/press-blocked.ts'

const onCardPage = (url: URL) => url.pathname.startsWith('/c/pay/')
const detailsOf = (orderId: string) => new RegExp(`/order/${orderId}/details`)
const undescribed = { details: undefined }

/** Expects the details step with the reason why the payment waits for it. */
async function expectAskedFor(page: Page, orderId: string, words: string): Promise<void> {
  await page.waitForURL(detailsOf(orderId))
  await expect(seen(page, 'One thing before you pay')).toBeVisible()
  await expect(seen(page, words)).toBeVisible()
}

const tellYourNerd = 'Tell your Nerd what to do, in words or with a file.'

test('[FLOW-32] asks for a missing description before payment, on every way to it', async ({ page }) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client, undescribed)
  await page.goto(webPaths.orders())
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Pay \$48.00/ })
    .click()
  await expectAskedFor(page, order.id, tellYourNerd)
  await expectAccessible(page)
  for (const address of [webPaths.orderExtraServices(order.id), webPaths.orderPayment(order.id), order.payment]) {
    await page.goto(address)
    await expectAskedFor(page, order.id, tellYourNerd)
  }

  await page.getByRole('textbox', { name: 'Task description' }).fill('Causes of the French Revolution')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**${webPaths.orderExtraServices(order.id)}`)
  await page.getByRole('link', { name: 'Pay $48.00' }).filter({ visible: true }).first().click()
  await page.waitForURL(onCardPage)
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(order.id)}`)
})

test('[FLOW-32] asks for a missing e-mail, and offers an empty draft no extra services by address @prove', async ({
  page,
}) => {
  const client = await signedInClient(page, { email: undefined })
  const order = await placeOrder(client)
  await page.goto(webPaths.orderPayment(order.id))
  await expectAskedFor(page, order.id, 'Tell us your e-mail.')

  await page.goto(webPaths.newOrderForm('writing'))
  await page.getByRole('combobox', { name: 'Subject' }).fill('History')
  await page.getByRole('option', { name: 'History', exact: true }).click()
  await page.goto(webPaths.newOrderExtraServices('writing'))
  await page.waitForURL(`**${webPaths.newOrderDetails('writing')}`)
})

test('[FLOW-32][FLOW-19] asks for the task of operations’ complex order on the payment’s own screen @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const { id } = await operate<{ id: string }>('POST', opsPaths.orders(), {
    client_id: client.id,
    type: 'Other task',
    subject: 'History',
    size: '60 Minutes',
    deadline: new Date(Date.now() + 23.75 * 3_600_000).toISOString(),
  })
  await ops.changeOrder(id, { is_complex: true, price: 80 }, crypto.randomUUID())
  const link = await call<{ payment_link: string }>('GET', apiPaths.order(id), { token: client.token })
  await page.goto(new URL(link.payment_link).pathname)
  await page.waitForURL(`**${webPaths.orderPayment(id)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Give your Nerd the details' })).toBeVisible()
  await expect(seen(page, tellYourNerd)).toBeVisible()
  await expect(seen(page, 'agree not to hand it in as your own')).toBeVisible()
  await expectAccessible(page)
  const goOn = page.getByRole('button', { name: 'Continue to payment' })
  await pressBlocked(goOn)
  await expect(seen(page, 'Please describe your task or attach a file')).toBeVisible()
  await page.getByRole('textbox', { name: 'Task description' }).fill('A poster about whales, as told on the phone')
  await goOn.click()
  await page.waitForURL(onCardPage)
  const stored = await ops.order(id)
  expect(stored.details).toBe('A poster about whales, as told on the phone')
  expect(stored.honour_code).not.toBeNull()
})
