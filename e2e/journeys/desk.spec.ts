import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { signInAtDesk, staff } from '../steps/desk.ts'
import { operate } from '../steps/operations.ts'
import { linkIn, messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

const { clerk } = staff
const desk = () => process.env.DESK_URL ?? ''

// The session ends while a person types.
test.use({ consoleMay: { say: [refusedRequest(401)] } })

/** The tab goes to the background, or comes back. */
const showTab = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('[DESK-01] counts what is new in the title of a tab in the background, and notifies when asked to', async ({
  page,
  browser,
}) => {
  const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await tab.addInitScript(() => {
    const notices: string[] = []
    class Notice extends EventTarget {
      static permission = 'default'
      static async requestPermission() {
        return (Notice.permission = 'granted')
      }
      constructor(title: string) {
        super()
        notices.push(title)
      }
    }
    Object.assign(globalThis, { Notification: Notice, notices })
  })
  await tab.clock.install()
  await signInAtDesk(tab, staff.owner, '/')
  await tab.getByRole('button', { name: 'Notify me' }).click()
  await expect(tab.getByRole('button', { name: 'Notify me', pressed: true })).toBeVisible()
  await expect(tab).toHaveTitle(/^(\(\d+ late\) )?Queue · Nerdify desk$/)
  const answered = tab.waitForResponse((response) => response.url().includes('since='))
  await showTab(tab, 'hidden')
  await answered

  const client = await signedInClient(page)
  const order = await placeOrder(client)
  const question = { token: client.token, body: { text: 'Do you have a minute?' } }
  await call('POST', messagePaths.orderMessages(order.id), question)
  await tab.clock.runFor(61_000)
  await expect(tab).toHaveTitle(/[( ]\d+ new\) Queue · Nerdify desk$/)
  const notices = () => tab.evaluate(() => (globalThis as unknown as { notices: string[] }).notices)
  await expect.poll(notices).toContainEqual(expect.stringMatching(/^(\d+ late, )?\d+ new in the queue$/))
  await showTab(tab, 'visible')
  await expect(tab).toHaveTitle(/^(\(\d+ late\) )?Queue · Nerdify desk$/)
  await tab.context().close()
})

test('[OPS-15][DESK-01][DESK-02] takes and opens an order by keyboard, and keeps words over a sign-in', async ({
  page,
}) => {
  const mails = (await messagesTo(clerk)).length
  await page.goto(`${desk()}/?late=true`)
  await page.getByLabel('Your work e-mail').fill(clerk)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()

  await page.goto(linkIn(await nextMessageTo(clerk, mails)))
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible()
  await expect(page).toHaveURL(`${desk()}/?late=true`)
  await expect(page.getByText('Cleo')).toBeVisible()

  await page.getByRole('link', { name: /All$/ }).press('l')
  await expect(page).toHaveURL(`${desk()}/`)
  await page.keyboard.press('f')
  await page.keyboard.type('looking for a nerd')
  const row = page.locator('tr[data-row]')
  await expect(row).toHaveCount(1)
  await expectAccessible(page)
  // On a small tablet the order has the room that the other columns leave.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(async () => (await row.locator('td').nth(2).boundingBox())?.width).toBeGreaterThan(200)
  await row.focus()
  await page.keyboard.press('t')
  await expect(row.getByText('You', { exact: true })).toBeVisible()
  await expect(row).toBeFocused()
  // A colleague gives it back: the row changes by itself.
  const number = /^Release (\d+)/.exec((await row.getByRole('button').getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await operate('POST', opsPaths.orderRelease(number))
  await expect(row.getByRole('button', { name: /^Take \d/ })).toBeVisible()
  await row.focus()
  await page.keyboard.press('t')
  await expect(row.getByText('You', { exact: true })).toBeVisible()
  await page.keyboard.press('t')
  await expect(row.getByRole('button', { name: /^Take \d/ })).toBeVisible()

  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Next: assign a Nerd' })).toBeVisible()
  await expectAccessible(page)
  const orderAddress = page.url()
  await page.getByLabel('Note for staff').fill('Asked Priya first')
  await page.context().clearCookies()
  const mailsBefore = (await messagesTo(clerk)).length
  await page.getByRole('button', { name: 'Assign a Nerd' }).click()
  await page.getByLabel('Your work e-mail').fill(clerk)
  await page.keyboard.press('Enter')
  await page.goto(linkIn(await nextMessageTo(clerk, mailsBefore)))
  await expect(page).toHaveURL(orderAddress)
  await expect(page.getByLabel('Note for staff')).toHaveValue('Asked Priya first')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible()
  const stored = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  expect(stored.filter((key) => key.startsWith('desk.words.'))).toEqual([])
  await page.reload()
  await expect(page.getByLabel('Your work e-mail')).toBeVisible()
})
