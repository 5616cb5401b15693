import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { ratingLink, textBackLink } from '../steps/links.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { confirmIdentity, identityQuestion } from '../steps/identity.ts'
import { type SignedInClient, signedInClient, takeSession } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [refusedRequest(401), refusedRequest(422)] } })

/** A client with the session of a texted link, which allows ordering only. */
async function signedInByText(page: Page): Promise<SignedInClient> {
  const client = await signedInClient(page)
  await page.context().clearCookies()
  await page.goto(webPaths.logout())
  await page.waitForURL(`**${webPaths.login()}`)
  await page.goto(await textBackLink(client))
  await page.waitForURL(`**${webPaths.newOrder()}`)
  return client
}

test('[SAFE-03][AUTH-13] shows only the order of a rating link, and asks for a code at My info', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  const other = 'Biology'
  await placeOrder(client, { subject: other })

  // The link opens no other page of the client.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(await ratingLink(client, order))
  await visitor.waitForURL(`**${webPaths.orderRating(order.id)}`)
  await visitor.getByRole('dialog').getByRole('radio', { name: /^5/ }).check()
  await visitor.getByRole('dialog').getByRole('button', { name: 'Send rating' }).click()
  await expect(visitor.getByRole('dialog')).toContainText(/Thank you|tip/i)
  await visitor.goto(webPaths.ordersFilter('unpaid'))
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByText(other)).toBeHidden()

  await visitor.goto(webPaths.myInfo())
  await expect(identityQuestion(visitor)).toContainText(`ends in ${client.phone.slice(-4)}`)
  await expectAccessible(visitor)
  await confirmIdentity(visitor, client)
  await expect(visitor.getByText('No changes to your balance yet.')).toBeVisible()
  await visitor.goto(webPaths.ordersFilter('unpaid'))
  await expect(visitor.getByText(other)).toBeVisible()
  await visitor.context().close()
})

test('[SAFE-03][UI-07] asks for a code before a new e-mail from a texted link, and keeps the typing @prove', async ({
  page,
}) => {
  const client = await signedInByText(page)
  await page.goto(webPaths.myInfo())
  const question = identityQuestion(page)
  const mailLink = question.getByRole('button', { name: 'Email me a link instead' })
  await mailLink.press('Enter')
  await expect(mailLink).toHaveCount(0)
  // The press removed its button: a screen reader continues at the question.
  await expect(question.getByRole('heading', { name: 'Confirm it’s you' })).toBeFocused()
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toBeHidden()
  const email = page.getByRole('textbox', { name: 'E-mail' })
  const address = `${crypto.randomUUID().slice(0, 12)}@example.com`
  await email.fill(address)
  await page.getByRole('button', { name: 'Submit' }).click()
  await confirmIdentity(page, client)
  await expect(page.getByText('Email Saved')).toBeVisible()
  await expect(email).toHaveValue(address)
})

test.describe('a failing line', () => {
  test.use({ consoleMay: { say: [refusedRequest(401), refusedRequest(422), /ERR_FAILED/] } })

  test('[SAFE-03] (ux 54) asks the identity question at the next call if its code failed to load', async ({ page }) => {
    const client = await signedInByText(page)
    const broken = page.waitForRequest(/ConfirmDialog/)
    await page.route(/ConfirmDialog/, (route) => route.abort())
    await page.goto(webPaths.myInfo())
    await broken
    const again = page.getByRole('button', { name: 'Try again' }).first()
    await expect(again).toBeVisible()
    await expect(identityQuestion(page)).toBeHidden()
    await page.unroute(/ConfirmDialog/)
    await again.click()
    await confirmIdentity(page, client)
    await expect(page.getByText('No changes to your balance yet.')).toBeVisible()
  })
})

test('[SAFE-04] ends the session of another browser by signing out everywhere @prove', async ({ page, browser }) => {
  const client = await signedInClient(page)
  const other = await (await browser.newContext()).newPage()
  await takeSession(other, client.phone)
  await other.goto(webPaths.orders())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(webPaths.myInfo())
  const section = page.getByRole('region', { name: 'Where you’re signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section.getByRole('listitem').filter({ hasText: '(this one)' })).toHaveCount(1)
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL(`**${webPaths.login()}`)

  await other.goto(webPaths.orders())
  await other.waitForURL(`**${webPaths.login()}`)
  await other.context().close()
})
