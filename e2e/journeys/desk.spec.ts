import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest } from '../steps/browser.ts'
import { expectDayDone, prepareDay, workThrough } from '../steps/clerk-day.ts'
import { signInAtDesk, staff, test } from '../steps/desk.ts'
import { addOrderFile, newClient, operate, unusedPhone, ops } from '../steps/operations.ts'
import { Keyboard, Mouse } from '../steps/hands.ts'
import { linkIn, messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { newCard, payOrder, payWith, placeOrder } from '../steps/ordering.ts'
import { call, sessionOf, signedInClient } from '../steps/sign-in.ts'

const { clerk } = staff
const desk = () => process.env.DESK_URL ?? ''

// The session ends while a person types.
test.use({ consoleMay: { say: [refusedRequest(401)] } })

/** Moves the tab to the background, or back. */
const showTab = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('[DESK-01] counts news in the title of a background tab, and notifies on request', async ({ page, browser }) => {
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
  // A read still in flight starts its minute when it ends.
  await expect
    .poll(async () => {
      await tab.clock.runFor(61_000)
      return tab.title()
    })
    .toMatch(/[( ]\d+ new\) Queue · Nerdify desk$/)
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
  // On a small tablet the order fills the room beside the other columns.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(async () => (await row.getByRole('rowheader').boundingBox())?.width).toBeGreaterThan(200)
  await row.focus()
  await page.keyboard.press('t')
  await expect(row.getByText('You', { exact: true })).toBeVisible()
  await expect(row).toBeFocused()
  // A colleague releases it: the row updates without a reload.
  const number = /^Release (\d+)/.exec((await row.getByRole('button').getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await ops.releaseOrder(number, crypto.randomUUID())
  await expect(row.getByRole('button', { name: /^Take \d/ })).toBeVisible()
  // A press during a call is a no-op.
  const expectIdle = () => expect(row.getByRole('button')).not.toHaveAttribute('aria-busy')
  await expectIdle()
  await row.focus()
  await page.keyboard.press('t')
  await expect(row.getByText('You', { exact: true })).toBeVisible()
  await expectIdle()
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
  // A read in the background may be refused first: then the button is gone.
  await pressAtOnce([page], 'Assign a Nerd')
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

/** Presses a button by its name in all pages at once; a no-op on a page without it. */
const pressAtOnce = (pages: readonly Page[], name: string) =>
  Promise.all(
    pages.map((page) =>
      page.evaluate((text) => {
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(({ textContent }) => textContent === text)?.click()
      }, name),
    ),
  )

/** In how many pages a text is visible. */
const seenIn = async (pages: readonly Page[], text: string | RegExp): Promise<number> =>
  (await Promise.all(pages.map((page) => page.getByText(text).count()))).filter((count) => count > 0).length

test('[DESK-07] two people take, change and deliver one order at once; the second reads who did what', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  const open = async (email: string) => {
    const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    await signInAtDesk(tab, email, deskPaths.order(order.id))
    await expect(tab.getByRole('heading', { name: 'Next: assign a Nerd' })).toBeVisible()
    return tab
  }
  const [cleo, olive] = [await open(clerk), await open(staff.owner)]
  const both = [cleo, olive]
  await expect(cleo.getByText('Olive has it open')).toBeVisible()
  await expect(olive.getByText('Cleo has it open')).toBeVisible()
  await expect(cleo.getByText('Cleo has it open')).toHaveCount(0)

  await pressAtOnce(both, 'Take')
  await expect.poll(() => seenIn(both, 'You have it')).toBe(1)
  await expect.poll(() => seenIn(both, /^With (Cleo|Olive)$/)).toBe(1)

  await cleo.getByLabel('Note for staff').fill('Asked Priya first')
  await olive
    .getByRole('radiogroup', { name: 'Nerd' })
    .getByRole('radio')
    .and(olive.locator(':enabled'))
    .first()
    .check()
  await olive.getByRole('button', { name: /^Assign / }).click()
  await expect(cleo.getByText(/^Olive changed this order/)).toBeVisible()
  await expect(cleo.getByRole('row', { name: /Asked Priya first/ })).toBeVisible()
  await cleo.getByRole('button', { name: 'Discard my words' }).click()

  await addOrderFile(order.id, 'file_final_draft', 'paper.pdf')
  for (const tab of both) {
    await expect(tab.getByRole('heading', { name: 'Next: deliver the work' })).toBeVisible()
    await tab.getByLabel('Note for staff').fill(tab === cleo ? 'Read by Cleo' : 'Read by Olive')
    await expect(tab.getByRole('button', { name: 'Deliver the work' })).not.toHaveAttribute('aria-disabled')
  }
  await pressAtOnce(both, 'Deliver the work')
  await expect.poll(() => seenIn(both, 'Done: Deliver the work')).toBe(1)
  await expect.poll(() => seenIn(both, /^(Cleo|Olive) changed this order/)).toBe(1)
  const first = (await cleo.getByText('Done: Deliver the work').count()) > 0 ? cleo : olive
  const second = first === cleo ? olive : cleo
  await expect(second.getByText(first === cleo ? /^Cleo changed/ : /^Olive changed/)).toBeVisible()
  await expect(second.getByRole('row', { name: first === cleo ? /Read by Olive/ : /Read by Cleo/ })).toBeVisible()
  await expectAccessible(second)
  const { events } = await ops.order(order.id)
  expect(events.filter(({ event }) => event === 'nerd_found' || event === 'send')).toHaveLength(2)

  // A background tab opens nothing.
  await expect(cleo.getByText('Olive has it open')).toBeVisible()
  await showTab(olive, 'hidden')
  await expect(cleo.getByText('Olive has it open')).toHaveCount(0)
  await showTab(olive, 'visible')
  await expect(cleo.getByText('Olive has it open')).toBeVisible()
  await olive.context().close()
  await expect(cleo.getByText('Olive has it open')).toHaveCount(0)
  await cleo.context().close()
})

test('[API-11][DESK-07] a credit keeps its words while the connection is gone, and is booked once', async ({
  browser,
}) => {
  const client = await newClient()
  const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await signInAtDesk(tab, clerk, deskPaths.client(client.id))
  await tab.getByRole('button', { name: 'Credit the balance' }).click()
  const dialog = tab.getByRole('dialog')
  const amount = dialog.getByLabel('Amount in dollars')
  await amount.fill('10')
  await dialog.getByLabel('Reason').fill('A day late')
  const press = () => dialog.getByRole('button', { name: 'Credit the balance' }).click()
  const balance = async () => (await ops.client(client.id)).available_balance

  await tab.context().setOffline(true)
  await press()
  await expect(dialog.getByText('Try again once you’re back online.', { exact: false })).toBeVisible()
  await expect(amount).toHaveValue('10')
  await tab.context().setOffline(false)
  expect(await balance()).toBe(0)

  // The server books it, but the answer is lost.
  const credits = `**${opsPaths.clientBalanceCredits(client.id)}`
  await tab.route(credits, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const lost = tab.waitForEvent('requestfailed')
  await press()
  await lost
  await expect(dialog.getByText('We can’t reach Nerdify.', { exact: false })).toBeVisible()
  await expect(amount).toHaveValue('10')
  await tab.unroute(credits)
  await press()
  await expect(tab.getByText('The balance is credited.')).toBeVisible()
  expect(await balance()).toBe(10)
  await tab.context().close()
})

/** The monthly referral bonuses in dollars that need no staff (SAFE-08). */
const freeBonuses = 20

/** A friend arrives by a share link and pays a first order with their own card. */
async function friendPays(browser: Browser, shareCode: string): Promise<void> {
  const phone = unusedPhone()
  const way = { landing: webPaths.contactUs(), landing_query: `?ref=${shareCode}` }
  const body = new URLSearchParams({ country: 'usa', phone, ...way })
  const answer = await fetch(`${process.env.PRODUCT_URL}${apiPaths.newClient()}`, { method: 'POST', body })
  expect(answer.ok).toBe(true)
  const token = await sessionOf(phone, way)
  const email = `${phone.replace(/\D/g, '')}@example.com`
  await call('PATCH', apiPaths.me(), { token, body: { adult_confirmed: true, email } })
  const order = await placeOrder({ token })
  // A context without a session.
  const visit = await browser.newContext()
  const card = await visit.newPage()
  await card.goto(order.payment)
  await payWith(card, newCard())
  const isPaid = async () => (await call<{ isPaid: boolean }>('GET', apiPaths.order(order.id), { token })).isPaid
  await expect.poll(isPaid).toBe(true)
  await visit.close()
}

test('[SAFE-08][DESK-03] an owner finds held bonuses in the queue and releases them by keyboard @prove', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const { token } = client
  const me = () =>
    call<{ profile_referral_code: string; referral_details: { pending: number } }>('GET', apiPaths.me(), { token })
  const { profile_referral_code: shareCode } = await me()
  for (let nth = 0; nth <= freeBonuses; nth += 1) await friendPays(browser, shareCode)
  const pending = async () => (await me()).referral_details.pending
  await expect.poll(pending).toBe(freeBonuses * 20)

  const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await signInAtDesk(tab, staff.owner, '/?kind=held_bonus')
  const row = tab.getByRole('row').filter({ has: tab.locator(`a[href="${deskPaths.client(client.id)}"]`) })
  await expect(row).toContainText('1 referral bonus above 20 in 30 days')
  await row.focus()
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('heading', { name: 'Referral bonuses held back' })).toBeVisible()
  await tab.keyboard.press('n')
  await expect(tab.getByRole('button', { name: 'Release the bonuses' })).toBeFocused()
  await tab.keyboard.press('Enter')
  await tab.getByRole('dialog').getByRole('button', { name: 'Release the bonuses' }).press('Enter')
  await expect(tab.getByText(/^Olive released 1 bonus /)).toBeVisible()
  await expect(tab.getByRole('heading', { name: 'Referral bonuses held back' })).toBeFocused()
  await expectAccessible(tab)
  await tab.keyboard.press('Escape')
  await expect(tab.getByRole('heading', { name: 'Queue' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect.poll(pending).toBe((freeBonuses + 1) * 20)
  await tab.context().close()
})

test('[DESK-05][DESK-06] an owner edits prices, a coupon, a Nerd and the staff, and reads books and log', async ({
  browser,
}) => {
  const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await signInAtDesk(tab, staff.owner, deskPaths.prices())
  await expect(tab.getByRole('heading', { name: 'Prices' })).toBeVisible()
  await tab.goto(`${process.env.DESK_URL}${deskPaths.signIn()}`)
  await expect(tab).toHaveURL(`${process.env.DESK_URL}${deskPaths.queue()}`)
  await tab.goto(`${process.env.DESK_URL}${deskPaths.prices()}`)
  // No other journey orders this kind with such a late deadline.
  type Rates = Record<'Other task', { deadlines: number[]; prices: number[] }>
  const rates = await operate<Rates>('GET', opsPaths.pricing())
  const { deadlines, prices } = rates['Other task']
  const [last = 0, before = 0] = [prices.at(-1), prices.at(-2)]
  const cell = tab.getByLabel(`Other task, ${deadlines.at(-1)} hours`)
  const table = tab.locator('form').filter({ has: cell })
  await cell.fill(String(last - 0.25))
  await expect(table.getByRole('heading', { name: 'Three sample orders would cost' })).toBeVisible()
  const other = { ...rates['Other task'], prices: [...prices.slice(0, -2), before - 0.25, last] }
  await operate('PUT', opsPaths.pricing(), { ...rates, 'Other task': other })
  await table.getByRole('button', { name: 'Put in force' }).click()
  await expect(table.getByText(/^Machine changed this/i)).toBeVisible()
  await expect(cell).toHaveValue(String(last - 0.25))
  await table.getByRole('button', { name: 'Put in force' }).click()
  await expect(table.getByText('In force.')).toBeVisible()
  const inForce = await operate<Rates>('GET', opsPaths.pricing())
  expect(inForce['Other task'].prices.slice(-2)).toEqual([before - 0.25, last - 0.25])
  await operate('PUT', opsPaths.pricing(), rates)

  const code = `DESK${Date.now()}`
  await operate('PUT', opsPaths.discount(code), { gift: { kind: 'percent', percent: 10 } })
  await tab.goto(`${desk()}${deskPaths.coupon(code)}`)
  await tab.getByRole('button', { name: 'Switch off now' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Switch off now' }).click()
  await expect(tab.getByText('The coupon is off.')).toBeVisible()

  const nerd = await ops.addNerd({ name: `Nia ${code}`, rating: 4.5 }, crypto.randomUUID())
  await tab.goto(`${desk()}${deskPaths.nerd(nerd.id)}`)
  await tab.getByLabel(/^Subjects/).fill('History, Law')
  await tab.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tab.getByText('Saved.')).toBeVisible()
  expect(await ops.nerd(nerd.id)).toMatchObject({ subjects: ['History', 'Law'] })

  await tab.goto(`${desk()}${deskPaths.books()}`)
  const download = tab.waitForEvent('download')
  await tab.getByRole('link', { name: /^CSV, / }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect(tab.getByRole('table')).toContainText('Card net')

  await tab.goto(`${desk()}${deskPaths.log()}`)
  await tab.getByLabel('Action').selectOption('end discount')
  await expect(tab).toHaveURL(/action=end/)
  await expect(tab.getByRole('row', { name: new RegExp(code) })).toHaveCount(1)

  const email = `${code.toLowerCase()}@example.com`
  await tab.goto(`${desk()}${deskPaths.staff()}`)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByRole('button', { name: 'Mail the invitation' }).click()
  await expect(tab.getByText(`An invitation went to ${email}.`)).toBeVisible()
  await nextMessageTo(email, 0)
  await tab.getByRole('button', { name: `Remove ${code.toLowerCase()}` }).click()
  await tab
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(tab.getByText(`${code.toLowerCase()} was removed.`)).toBeVisible()
  await expect(tab.getByRole('row', { name: new RegExp(email) })).toHaveCount(0)
  await expectAccessible(tab)
  await tab.context().close()
})

/** The maximum effort of a day; a key pressed before its screen is pressed again. */
for (const [tool, Hands, most] of [
  ['keyboard', Keyboard, { keys: 700, clicks: 0, scrolls: 0 }],
  ['mouse', Mouse, { keys: 330, clicks: 120, scrolls: 8 }],
] as const) {
  test(`[DESK-01][DESK-02][DESK-03] a clerk works through a day of twenty orders by ${tool} alone @prove`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(900_000)
    const day = await prepareDay(page)
    const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    tab.setDefaultTimeout(30_000)
    await signInAtDesk(tab, clerk, '/')
    await expect(tab.getByRole('heading', { name: 'Queue' })).toBeVisible()
    const hands = new Hands(tab)
    const { seconds, efforts } = await workThrough(hands, day)
    const { keys, clicks, scrolls } = hands.effort
    console.log(efforts)
    const outcome = `${keys} keys, ${clicks} clicks, ${scrolls} scrolls; ${seconds.toFixed(0)} s of this machine`
    const name = `a clerk's day by ${tool}`
    console.log(`PROOF ${JSON.stringify({ name, requirement: 'DESK-02', runs: day.orders.length, outcome })}`)
    for (const [effort, count] of Object.entries(hands.effort)) {
      expect(count, effort).toBeLessThanOrEqual(most[effort as keyof typeof most])
    }
    await expectDayDone(day)
    await tab.context().close()
  })
}
