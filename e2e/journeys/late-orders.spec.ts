import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { postEvents, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'
import { queueOf, staffMail } from '../steps/staff.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const cardOf = (page: Page, number: string) => page.getByRole('article').filter({ hasText: number })
const numberOf = async (orderId: string) => (await ops.order(orderId)).number

/** Checks a phone's and a desktop's width in both themes. */
async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

/**
 * Advances the device's clock by a day. Holds the server's answers, which would correct the clock, until the returned
 * function is called.
 */
async function aDayLater(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.clock.fastForward(24.5 * hourMs)
  return release.resolve
}

test('[WAIT-03][WAIT-04] shows lateness and alerts staff within a minute of the deadline @prove', async ({ page }) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  await postEvents(order.id, 'send', 'request_revision')
  const due = Date.now() + 20_000
  const deadline = new Date(due).toISOString()
  await ops.postEvent(order.id, { event: 'accept_revision', deadline }, crypto.randomUUID())
  const number = await numberOf(order.id)
  await page.goto(webPaths.orders())
  const card = cardOf(page, number)
  await expect(card).toContainText('On revision')
  await expect(card).not.toContainText('This task is late')

  await expect(card).toContainText('This task is late: it was due', { timeout: 2 * minuteMs })
  expect(Date.now() - due).toBeLessThan(minuteMs)
  await expect(card).toContainText('Your Nerd is on it, and you’ll get it the moment it’s done.')
  // A late revision earns no credit, and the old countdown is gone.
  await expect(card).not.toContainText('to your balance')
  await expect(card).not.toContainText('Due in')
  const mail = await staffMail(number, 'Revision was due')
  expect(mail.at - due).toBeLessThan(minuteMs)
  expect(mail.text).toContain(`npm run ops -- order ${number} complete_revision --file FILE`)
  expect(await queueOf(number)).toMatchObject([{ kind: 'revision', late: true }])
  await expectAccessibleAtBothWidths(page)
})

test('[WAIT-04][WAIT-05] shows what happens now and the credit, on the card and in the details', async ({ page }) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  await postEvents(order.id, 'nerd_found')
  const number = await numberOf(order.id)
  await page.clock.install()
  await page.goto(webPaths.orders())
  const card = cardOf(page, number)
  await expect(card).toContainText('Expected on')
  // Twelve hours late, the credit is a quarter of the $48.
  const answerCard = await aDayLater(page)
  await expect(card).toContainText('Was due on')
  await expect(card).toContainText('This task is late: it was due')
  await expect(card).toContainText('We’ll add $12.00 to your balance when it arrives.')
  await expect(card.getByRole('list', { name: 'What you get for late work' })).toContainText('$24.0050% from ')
  await expect(card).not.toContainText('Expected on')
  await expect(card).not.toContainText('Due in')
  await expectAccessibleAtBothWidths(page)
  answerCard()
  await page.clock.resume()

  await card.getByRole('link', { name: /^Details/ }).click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText('Expected on')
  await expect(details).toContainText('What happened so far')
  await aDayLater(page)
  await expect(details).toContainText('Was due on')
  await expect(details).toContainText('We’ll add $12.00 to your balance when it arrives.')
  await expect(details.getByRole('link', { name: 'Additional services' })).toHaveCount(0)
  await expectAccessibleAtBothWidths(page)
})
