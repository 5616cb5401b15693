import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, refusedRequest, test } from '../steps/browser.ts'
import { textBackLink } from '../steps/links.ts'
import { newClient, ops } from '../steps/operations.ts'
import { cards, confirmAge, describeTask, payWith, placeOrder, seen, total } from '../steps/ordering.ts'
import { call, requestCode, signedInClient, signIn } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [401, 409, 422].map(refusedRequest) } })

/** Signs in a new client with an order and opens its details; returns the order. */
async function anOrder(page: Page) {
  const client = await signedInClient(page)
  const { id: orderId } = await placeOrder(client)
  await page.goto(webPaths.orderDetails(orderId))
  return { client, orderId }
}

/** Presses until the page is at a path: presses right after another one count as one with it (FLOW-21). */
async function pressUntilAt(page: Page, control: Locator, path: string): Promise<void> {
  const isThere = (url: URL) => url.pathname.startsWith(path)
  await expect(async () => {
    if (!isThere(new URL(page.url()))) await control.click({ timeout: 5_000 })
    await page.waitForURL(isThere, { timeout: 15_000 })
  }).toPass()
}

test('[FLOW-18] (ux 18) offers the newest version to the older tab, and loses nothing typed', async ({
  page,
  context,
}) => {
  const { client, orderId } = await anOrder(page)
  await page.goto(webPaths.orderForm(orderId))
  await expect(total(page, '$48.00')).toBeVisible()
  const other = await context.newPage()
  await other.goto(webPaths.orderForm(orderId))
  await expect(total(other, '$48.00')).toBeVisible()
  const slider = (tab: Page) => tab.getByRole('slider', { name: 'Deadline' })
  const saved = other.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await slider(other).press('ArrowRight')
  await saved
  await expect(total(other, '$44.20')).toBeVisible()

  await slider(page).press('Home')
  await slider(page).press('ArrowRight')
  await expect(seen(page, 'This order was changed in another window')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('This order was changed in another window')).toHaveCount(0)
  await expect(total(page, '$44.20')).toBeVisible()
  expect((await ops.order(orderId)).price).toBe(44.2)

  // The draft here began from the version before another device's change, and keeps that base after the newest is read.
  const typed = page.getByRole('textbox', { name: 'Task description' })
  await page.goto(webPaths.orderDetails(orderId))
  await typed.fill('Causes of the French Revolution')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
  await confirmAge(page)
  const details = 'Causes of the Russian Revolution'
  await call('PATCH', apiPaths.order(orderId), { token: client.token, body: { details } })
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(seen(page, 'This order was changed in another window')).toBeVisible()
  expect((await ops.order(orderId)).details).toBe(details)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(typed).toHaveValue(details)
  await page.getByRole('button', { name: 'Use what I typed' }).click()
  await expect(typed).toHaveValue('Causes of the French Revolution')
  await pressUntilAt(page, page.getByRole('button', { name: 'Continue' }), webPaths.orderExtraServices(orderId))
  expect((await ops.order(orderId)).details).toBe('Causes of the French Revolution')
})

test('[AUTH-18][AUTH-23] (abuse 40) saves whole or not at all when the other tab signs out @prove', async ({
  page,
  context,
}) => {
  const { client, orderId } = await anOrder(page)
  const other = await context.newPage()
  await other.goto(webPaths.orders())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  // The save is in flight when the session ends.
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${apiPaths.order(orderId)}`, async (route) => {
    if (route.request().method() === 'PATCH') await gate
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Causes of the French Revolution')
  const saving = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes(orderId))
  await page.getByRole('button', { name: 'Continue' }).click()
  await saving
  await other.goto(webPaths.logout())
  await other.waitForURL(`**${webPaths.login()}`)
  letGo()
  await page.waitForURL(`**${webPaths.login()}*`)

  const { details } = await ops.order(orderId)
  expect(['Weigh the causes of the war.', 'Causes of the French Revolution']).toContain(details)
  await page.unroute(`**${apiPaths.order(orderId)}`)
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, client.phone)
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(webPaths.orderDetails(orderId))
  await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveValue(details ?? '')
  await expect(total(page, '$48.00')).toBeVisible()
})

test('[AUTH-15][AUTH-16][AUTH-18] shows no data of the former client after another signs in', async ({
  page,
  context,
}) => {
  const [first, second] = [await newClient(), await newClient()]
  await ops.creditClient(first.id, { amount: 7, reason: 'a gift' }, crypto.randomUUID())
  await signIn(page, first.phone)
  await page.goto(webPaths.myInfo())
  await expect(page.getByText('$7.00').first()).toBeVisible()
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(email).toHaveValue(first.email)
  const other = await context.newPage()
  await other.goto(await textBackLink(second))
  await other.getByRole('button', { name: /^Continue as/ }).click()
  await other.waitForURL(`**${webPaths.newOrder()}`)
  await expect(email).toHaveValue(second.email)
  await expect(page.getByText('$7.00')).toHaveCount(0)
  await other.close()
})

test('[FLOW-21][FLOW-22] (abuse 40) warns one of two tabs that change the e-mail @prove', async ({ page, context }) => {
  const { client, orderId } = await anOrder(page)
  const other = await context.newPage()
  await other.goto(webPaths.orderDetails(orderId))
  const email = (tab: Page) => tab.getByRole('textbox', { name: 'E-mail' })
  await expect(email(page)).toHaveValue(client.email)
  await expect(email(other)).toHaveValue(client.email)

  const save = async (tab: Page, address: string) => {
    await email(tab).fill(address)
    const answer = tab.waitForResponse(
      (each) => each.url().endsWith(apiPaths.me()) && each.request().method() === 'PATCH',
    )
    await email(tab).press('Tab')
    return (await answer).status()
  }
  expect(await save(other, `other.${client.email}`)).toBe(200)
  expect(await save(page, `mine.${client.email}`)).toBe(409)
  const stored = () => ops.client(client.id)
  expect((await stored()).pending_email).toBe(`other.${client.email}`)
  await expect(seen(page, `Your e-mail was changed to other.${client.email} in another window.`)).toBeVisible()
  await expect(email(page)).toHaveValue(`mine.${client.email}`)

  // Continuing confirms the replacement.
  await describeTask(page, 'Causes of the French Revolution', `mine.${client.email}`)
  expect((await stored()).pending_email).toBe(`mine.${client.email}`)
})

test('[DISC-03][PAY-04][PRICE-12] (abuse 40) never charges a price that no tab showed', async ({ page, context }) => {
  const { client, orderId } = await anOrder(page)
  await page.goto(webPaths.orderForm(orderId))
  await page.getByRole('button', { name: 'I have a coupon' }).click()
  await page.getByRole('textbox', { name: /coupon/i }).fill('NERD10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(total(page, '$43.20')).toBeVisible()
  const other = await context.newPage()
  await other.goto(webPaths.orderForm(orderId))
  await expect(total(other, '$43.20')).toBeVisible()

  await page.goto(webPaths.orderDetails(orderId))
  await describeTask(page, 'Causes of the French Revolution', client.email)
  await expect(seen(page, 'Pay $43.20')).toBeVisible()
  await other.getByRole('button', { name: 'Remove' }).click()
  await expect(total(other, '$48.00')).toBeVisible()

  // The first tab still shows the old price: it gets the new one before the card page, and pays it.
  await page.getByRole('link', { name: 'Pay $43.20' }).filter({ visible: true }).first().click()
  await expect(seen(page, 'The price has changed')).toBeVisible()
  await expect(seen(page, 'This order was changed in another window.')).toBeVisible()
  const pay = page.getByRole('link', { name: 'Pay $48.00' }).filter({ visible: true }).first()
  await pressUntilAt(page, pay, '/c/pay/')
  await expect(page.getByRole('button', { name: 'Pay $48.00' })).toBeVisible()
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
  await expect.poll(() => ops.order(orderId)).toMatchObject({ client_paid: 48, price: 48, discountCode: null })

  // The other tab finds out about the payment at its next change, and continues with the paid order.
  await other.getByRole('slider', { name: 'Deadline' }).press('ArrowRight')
  await other.waitForURL(`**${webPaths.orders()}`)
  await other
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  await other.getByRole('dialog').getByRole('link', { name: 'Additional services' }).click()
  await other.getByRole('checkbox', { name: /Plagiarism Report/ }).check()
  await other.getByRole('link', { name: 'Pay $8.00' }).click()
  await other.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
})
