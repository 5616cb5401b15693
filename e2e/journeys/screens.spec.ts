import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { openByMenu } from '../steps/menu.ts'
import { newClient, unusedPhone, ops } from '../steps/operations.ts'
import { cards, chooseSubject, goToCardPage, payOrder, payWith, placeOrder } from '../steps/ordering.ts'
import { requestCode, signedInClient } from '../steps/sign-in.ts'

// Checks each screen at rest; its errors and overlays are in its own journey. Stories cover both widths.

/** Opens a page and checks it in both themes. */
async function look(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expectAccessible(page)
}

test.describe('without a session', () => {
  test.use({ consoleMay: { say: [refusedRequest(404)] } })

  test('[UI-07] (ux 56) the sign-in pages are accessible', async ({ page }) => {
    const { phone, email } = await newClient()
    await look(page, webPaths.login(), /Login with your/)
    await look(page, webPaths.loginEmail(), /./)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Email me the link to login' }).click()
    await page.waitForURL(`**${webPaths.loginEmailSent()}`)
    await expectAccessible(page)
    await look(page, webPaths.loginPhone(), /./)
    await requestCode(page, phone)
    await expectAccessible(page)
  })

  test('[UI-07] (ux 56) the public pages are accessible', async ({ page }) => {
    await look(page, webPaths.privacyPolicy(), 'Privacy Policy')
    await look(page, webPaths.terms(), 'Terms of Use')
    await look(page, webPaths.refunds(), 'Refunds and policies')
    await look(page, '/no/such/page', /./)
    await look(page, webPaths.contactUs(), 'Contact us')
    await page.getByLabel('Phone number').fill(unusedPhone())
    await page.getByRole('button', { name: 'Text me' }).click()
    await page.waitForURL(`**${webPaths.messageWasSent()}`)
    await expectAccessible(page)
  })
})

test('[UI-07] (ux 56) the first steps of an order are accessible', async ({ page }) => {
  await signedInClient(page)
  await look(page, webPaths.newOrder(), 'What do you need help with?')
  await page.goto(webPaths.newOrderForm('writing'))
  await chooseSubject(page, 'History')
  await expectAccessible(page)
})

test('[UI-07] (ux 56) the last steps of an order are accessible', async ({ page }) => {
  const order = await placeOrder(await signedInClient(page), { details: 'Causes of the French Revolution' })
  await look(page, webPaths.orderDetails(order.id), /./)
  await page.goto(webPaths.orderExtraServices(order.id))
  await page.getByRole('checkbox', { name: /Prioritize my Task/ }).check()
  await expect(page.getByRole('link', { name: 'Pay $53.00' }).filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page)
  await goToCardPage(page)
  await payWith(page, cards.declined)
  await expect(page.getByText(/declined/i).first()).toBeVisible()
  await expectAccessible(page)
})

test('[UI-07] (ux 56) the pages after a payment are accessible', async ({ page }) => {
  const order = await placeOrder(await signedInClient(page))
  await payOrder(page, order)
  await expect(page.getByRole('region', { name: 'Anything else?' })).toBeVisible()
  await expectAccessible(page)
  await look(page, webPaths.orderAdditionalServices(order.id), /./)
  await page.goto(webPaths.orders())
  await expect(page.getByRole('article')).toContainText('Finding your Nerd')
  await expectAccessible(page)
})

test('[UI-07][UI-01] (ux 56) the cabinet without orders, My info and the upload page are accessible', async ({
  page,
}) => {
  const client = await signedInClient(page)
  await look(page, webPaths.orders(), /./)
  await openByMenu(page, 'My info')
  await page.waitForURL(`**${webPaths.myInfo()}`)
  await expectAccessible(page)
  const { upload_page } = await ops.makeUploadPage(client.id, crypto.randomUUID())
  await look(page, webPaths.uploadPage(upload_page), 'Send files to your Nerd')
})
