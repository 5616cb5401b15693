import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { holdCall } from '../steps/hold-call.ts'
import { openByMenu } from '../steps/menu.ts'
import { operate, postEvents, ops } from '../steps/operations.ts'
import {
  cards,
  chooseJobType,
  chooseSubject,
  describeTask,
  getItDone,
  goToCardPage,
  payOrder,
  payWith,
  placeOrder,
  total,
} from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

const hourMs = 3_600_000
const subject = (page: Page) => page.getByRole('combobox', { name: 'Subject' })
const back = (page: Page) => page.getByRole('link', { name: 'Back', exact: true })

/** Expects "Step n of m", the page's title and its address. */
async function expectStep(page: Page, step: string, title: RegExp, path: string): Promise<void> {
  await expect(page.getByText(step, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(title)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

test('[FLOW-04][FLOW-23][FLOW-28] (ux 15, ux 16) numbers each step, and goes back with all input', async ({ page }) => {
  const client = await signedInClient(page)
  await page.goto(webPaths.newOrder())
  await expectStep(page, 'Step 1 of 4', /^Step 1 of 4 – Job type/, webPaths.newOrder())
  await chooseJobType(page, 'Presentation')
  await expectStep(page, 'Step 2 of 4', /^Step 2 of 4 – Size and deadline/, webPaths.newOrderForm('presentation'))
  // FLOW-04: all parts of the form.
  await expect(page.getByText('Presentation').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Slides' })).toHaveValue('2')
  await expect(page.getByRole('slider', { name: 'Deadline' })).toBeVisible()
  await expect(total(page, '$23.20')).toBeVisible()
  await expect(page.getByRole('button', { name: 'I have a coupon' })).toBeVisible()
  await chooseSubject(page, 'Biology')
  const orderId = await getItDone(page)
  await expectStep(page, 'Step 3 of 4', /^Step 3 of 4 – Order details/, webPaths.orderDetails(orderId))
  await describeTask(page, 'Ten slides on cells', client.email)
  await expectStep(page, 'Step 4 of 4', /^Step 4 of 4 – Extra services/, webPaths.orderExtraServices(orderId))
  await page.getByRole('checkbox', { name: /Prioritize my Task/ }).check()

  await back(page).click()
  await expectStep(page, 'Step 3 of 4', /^Step 3 of 4/, webPaths.orderDetails(orderId))
  await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveValue('Ten slides on cells')
  await back(page).click()
  await expectStep(page, 'Step 2 of 4', /^Step 2 of 4/, webPaths.orderForm(orderId))
  await expect(subject(page)).toHaveValue('Biology')
  await back(page).click()
  await expectStep(page, 'Step 1 of 4', /^Step 1 of 4/, webPaths.orderJobType(orderId))
  await expect(page.getByRole('radio', { name: 'Presentation' })).toBeChecked()

  // The browser's Back and Forward move one step at a time too.
  await page.goBack()
  await expect(page).toHaveURL(webPaths.orderForm(orderId))
  await expect(subject(page)).toHaveValue('Biology')
  await page.goForward()
  await expect(page).toHaveURL(webPaths.orderJobType(orderId))
  await page.getByRole('radio', { name: 'Presentation' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(webPaths.orderForm(orderId))
  await page.goto(webPaths.orderExtraServices(orderId))
  await expect(page.getByRole('checkbox', { name: /Prioritize my Task/ })).toBeChecked()
})

test('[FLOW-02] (ux 16) saves another job type by Next, and converts the size @prove', async ({ page }) => {
  const { id: orderId } = await placeOrder(await signedInClient(page))
  await page.goto(webPaths.orderJobType(orderId))
  await expect(page.getByRole('radio')).toHaveCount(6)
  await expect(page.getByRole('radio', { name: 'Essay writing' })).toBeChecked()
  await page.getByRole('radio', { name: 'Quiz' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(webPaths.orderForm(orderId))
  // Two pages are two hours: 4 × $9.70 each.
  await expect(total(page, '$77.60')).toBeVisible()
  const stored = await ops.order(orderId)
  expect(stored).toMatchObject({ type: 'Quiz', size: '120 Minutes' })

  await page.goto(webPaths.orderJobType(orderId))
  await page.getByRole('radio', { name: 'Essay writing' }).click()
  const saving = await holdCall(page, { method: 'PATCH', path: apiPaths.order(orderId) })
  await page.getByRole('button', { name: 'Next' }).click()
  await saving.request
  await openByMenu(page, 'My tasks')
  await expect(page.getByRole('article')).toContainText('$77.60')
  await saving.letGo()
  await expect(page.getByRole('article')).toContainText('$48.00')
  await expect(page).toHaveURL(webPaths.orders())
})

test('[FLOW-20] (ux 16) continues a draft in the later steps, and places the order at payment', async ({ page }) => {
  const client = await signedInClient(page)
  for (const path of [webPaths.newOrderDetails('quiz'), webPaths.newOrderExtraServices('quiz')]) {
    await page.goto(path)
    await page.waitForURL(`**${webPaths.newOrderForm('quiz')}`)
  }
  await chooseSubject(page, 'Statistics')
  await page.goto(webPaths.newOrderDetails('quiz'))
  await describeTask(page, 'Twenty questions on regression', client.email)
  await expect(page).toHaveURL(webPaths.newOrderExtraServices('quiz'))
  await expect(total(page, '$77.60')).toBeVisible()
  const readOrders = () => call<{ results: object[] }>('GET', apiPaths.orders(), { token: client.token })
  expect((await readOrders()).results).toEqual([])
  await goToCardPage(page)
  await expect(page.getByRole('button', { name: 'Pay $77.60' })).toBeVisible()
  expect((await readOrders()).results).toMatchObject([{ type: 'Quiz', subject: 'Statistics', price: 77.6 }])

  await page.goto(webPaths.newOrderForm('writing'))
  await chooseSubject(page, 'Biology')
  const placing = await holdCall(page, { method: 'POST', path: apiPaths.orders() })
  await page.getByRole('button', { name: 'Get it done' }).click()
  await placing.request
  await openByMenu(page, 'My tasks')
  await expect(page.getByRole('article')).toHaveCount(1)
  await placing.letGo()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page).toHaveURL(webPaths.orders())
})

test('[FLOW-15][PRICE-11] (ux 23, ux 24) itemizes the price on every step, and charges the same', async ({ page }) => {
  const client = await signedInClient(page)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  const row = (term: string | RegExp) =>
    page.getByRole('term').filter({ hasText: term, visible: true }).locator('xpath=following-sibling::dd[1]')
  await expect(row('Price per page')).toHaveText('$24.00')
  await expect(total(page, '$48.00')).toBeVisible()
  await page.getByRole('button', { name: 'I have a coupon' }).click()
  await page.getByRole('textbox', { name: /coupon/i }).fill('NERD10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(row('Coupon NERD10')).toHaveText('−$4.80')
  await expect(total(page, '$43.20')).toBeVisible()
  // A screen reader announces the price once it has settled.
  await expect(page.getByRole('status').filter({ hasText: 'Total $43.20' })).toHaveCount(1)

  await getItDone(page)
  await expect(row('Coupon NERD10')).toHaveText('−$4.80')
  await expect(total(page, '$43.20')).toBeVisible()
  await describeTask(page, 'Causes of the French Revolution', client.email)
  await page.getByRole('checkbox', { name: /Plagiarism Report/ }).check()
  await expect(row('Plagiarism Report')).toHaveText('$8.00')
  await expect(row('Essay writing, 2 pages')).toHaveText('$48.00')
  await expect(total(page, '$51.20')).toBeVisible()
  await goToCardPage(page)
  await expect(page.getByRole('button', { name: 'Pay $51.20' })).toBeVisible()
})

test('[FLOW-11][FLOW-12] (ux 21, ux 22) takes a date past the last stop at 9 AM Pacific @prove', async ({ page }) => {
  await signedInClient(page)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  const slider = page.getByRole('slider', { name: 'Deadline' })
  await slider.press('End')
  const freeDays = page.getByRole('button', { name: /^\w+day, \w+ \d+, \d{4}$/ })
  await freeDays.first().waitFor()
  await expectAccessible(page)
  await expect(page.getByText(/9\sAM Pacific/).filter({ visible: true })).toBeVisible()
  // A press chooses a day; the journeys' people live in New York. Near its end a month has one free day.
  await freeDays.first().click()
  const nineAm = /^\w{3}, (\w{3})\s(\d+)(?:, \d{4})?, 9:00\sAM PT, 12:00\sPM E[SD]T your time$/
  await expect(slider).toHaveAttribute('aria-valuetext', nineAm)
  const pressed = (await slider.getAttribute('aria-valuetext')) ?? ''
  // The date heads the ruler, never "4+ days" (FLOW-11).
  const [theirDay = 'no day'] = /^\w{3}, \w{3}\s\d+/.exec(pressed) ?? []
  await expect(page.locator('b').filter({ hasText: theirDay })).toBeVisible()
  await expect(page.locator('b').filter({ hasText: '4+ days' })).toHaveCount(0)
  // The first free day costs more than the fifth day ahead, which was chosen before.
  const more = page.getByText(/^That’s sooner than before, so it costs \$[\d.]+ more\.$/)
  const forTwoPages = await more.innerText()
  await page.getByRole('textbox', { name: 'Pages' }).fill('4')
  await expect(more).not.toHaveText(forTwoPages)
  await page.getByRole('textbox', { name: 'Pages' }).fill('2')
  await expect(more).toHaveText(forTwoPages)
  const day = page.getByRole('button', { name: /, chosen$/ })
  expect(await day.getAttribute('aria-label')).toContain(nineAm.exec(pressed)?.[1] ?? 'no month')

  // Typed dates work the same, and a date too soon is explained and refused.
  const typed = page.getByLabel('Or type a date')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await typed.fill(inDays(20))
  await expect(slider).not.toHaveAttribute('aria-valuetext', pressed)
  await expect(slider).toHaveAttribute('aria-valuetext', nineAm)
  const chosenStop = (await slider.getAttribute('aria-valuetext')) ?? ''
  await typed.fill(inDays(-1))
  await typed.blur()
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  await expect(slider).toHaveAttribute('aria-valuetext', chosenStop)
  // An incomplete date is refused too; browsers report no value for it.
  await typed.fill(inDays(20))
  await expect(typed).not.toHaveAttribute('aria-invalid')
  await typed.press('Backspace')
  await typed.blur()
  await expect(typed).toHaveAttribute('aria-invalid', 'true')

  // Escape closes the calendar and returns the focus to the slider.
  await freeDays.first().focus()
  await page.keyboard.press('Escape')
  await expect(freeDays).toHaveCount(0)
  await expect(slider).toBeFocused()
  await typed.fill(inDays(20))
  const orderId = await getItDone(page)
  const { deadline } = await ops.order(orderId)
  const pacific = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', timeStyle: 'short' })
  expect(pacific.format(new Date(deadline ?? Number.NaN))).toMatch(/^9:00\s?AM$/)
})

test('[FLOW-23] (ux 36) the facts to check before paying can be changed, and the change returns here', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const { id: orderId } = await placeOrder(client, { details: 'Causes of the French Revolution' })
  await page.goto(webPaths.orderExtraServices(orderId))
  const review = page.getByRole('main').locator('dl').filter({ hasText: 'Task description' })
  for (const answer of ['Essay writing', 'History', '2 pages', 'Causes of the French Revolution', client.email]) {
    await expect(review).toContainText(answer)
  }
  await review.getByRole('link', { name: 'Change Subject' }).click()
  await expect(page).toHaveURL(webPaths.orderForm(orderId))
  await chooseSubject(page, 'Philosophy')
  await page.getByRole('button', { name: 'Get it done' }).click()
  await expect(page).toHaveURL(webPaths.orderExtraServices(orderId))
  await expect(review).toContainText('Philosophy')
})

test('[SRV-05][SRV-04][DISC-17] offers an Elite client the Nerds of earlier orders, and LOYAL15 @prove', async ({
  page,
}) => {
  const client = await signedInClient(page, { tags: ['subscription_active', 'subscription_nerdify_premium'] })
  for (const name of ['Noor', 'Omar', 'Noor']) {
    const order = await placeOrder(client)
    await payOrder(page, order)
    const nerd = await ops.addNerd({ name, rating: 4.9 }, crypto.randomUUID())
    await ops.postEvent(order.id, { event: 'nerd_found', nerd: nerd.id }, crypto.randomUUID())
    await postEvents(order.id, 'send', 'accept')
    const rating = { action: 'client_feedback', mark: 5 }
    await call('PATCH', apiPaths.order(order.id), { token: client.token, body: rating })
  }

  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  const orderId = await getItDone(page)
  await describeTask(page, 'Causes of the French Revolution', client.email)
  await expect(total(page, '$48.00')).toBeVisible()
  const service = page.getByRole('checkbox', { name: /Preferred Nerd/ })
  await expect(service).not.toBeChecked()
  await service.check()
  const nerds = page.getByRole('radiogroup', { name: 'Which Nerd?' })
  await expect(nerds.getByRole('radio')).toHaveCount(2)
  await expect(nerds.getByRole('radio', { name: /Noor/ })).toBeChecked()
  // Prime's benefit pays for it.
  await expect(total(page, '$48.00')).toBeVisible()
  await nerds.getByRole('radio', { name: /Omar/ }).check()
  await expectAccessible(page)
  await page.reload()
  await expect(nerds.getByRole('radio', { name: /Omar/ })).toBeChecked()
  const stored = await ops.order(orderId)
  expect(stored.preferred_worker).toBe('Omar')
  await service.uncheck()
  await expect(nerds).toHaveCount(0)
  await expect(total(page, '$48.00')).toBeVisible()

  await page.goto(webPaths.orderForm(orderId))
  await page.getByRole('button', { name: 'I have a coupon' }).click()
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('loyal15')
  await page.keyboard.press('Enter')
  await expect(total(page, '$40.80')).toBeVisible()
})

test('[FLOW-31][FLOW-12][FLOW-15] (abuse 41) charges the price shown on a fast device clock', async ({ page }) => {
  const client = await signedInClient(page)
  await page.clock.install({ time: Date.now() + 2 * hourMs })
  const openedAt = Date.now()
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await expect(total(page, '$48.00')).toBeVisible()
  const pressedAt = Date.now()
  const orderId = await getItDone(page)
  const doneAt = Date.now()
  const { deadline } = await ops.order(orderId)
  // Twelve hours less a quarter, counted from the press (FLOW-12) by the server’s clock. The page estimates that clock
  // from an answer’s date, which has whole seconds, to within half of the answer’s round trip.
  const unknownMs = 1_000 + (doneAt - openedAt) / 2
  const countedFrom = Date.parse(deadline ?? '') - 11.75 * hourMs
  expect(countedFrom).toBeGreaterThanOrEqual(pressedAt - unknownMs)
  expect(countedFrom).toBeLessThanOrEqual(doneAt + unknownMs)
  await describeTask(page, 'Causes of the French Revolution', client.email)
  await goToCardPage(page)
  await expect(page.getByRole('button', { name: 'Pay $48.00' })).toBeVisible()
})

test('[FLOW-19] a paid order leaves its form for the cabinet, and so do promo and complex ones @prove', async ({
  page,
}) => {
  const order = await placeOrder(await signedInClient(page))
  const orderId = order.id
  for (const change of [
    { isPromo: true, is_complex: false },
    { isPromo: false, is_complex: true },
  ]) {
    await ops.changeOrder(orderId, change, crypto.randomUUID())
    for (const path of [webPaths.orderForm(orderId), webPaths.orderDetails(orderId), webPaths.orderJobType(orderId)]) {
      await page.goto(path)
      await page.waitForURL(`**${webPaths.orders()}`)
    }
  }
  await ops.changeOrder(orderId, { is_complex: false }, crypto.randomUUID())
  await payOrder(page, order)
  for (const path of [
    webPaths.orderForm(orderId),
    webPaths.orderDetails(orderId),
    webPaths.orderExtraServices(orderId),
  ]) {
    await page.goto(path)
    await page.waitForURL(`**${webPaths.orders()}`)
  }
  await page.goto(webPaths.orderPayment(orderId))
  await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
})

for (const [standing, tag] of [
  ['inactive', 'subscription_inactive'],
  ['past-due', 'subscription_pastdue'],
] as const) {
  test(`[FLOW-28][FLOW-29][PRICE-12] has three steps with an ${standing} subscription in the experiment @prove`, async ({
    page,
  }) => {
    const client = await signedInClient(page)
    await operate('PATCH', opsPaths.client(client.id), {
      tags_add: [tag],
      exp_data: { subscription_nerdy: 'addons' },
    })
    await chooseJobType(page, 'Quiz')
    await expect(page.getByText('Step 2 of 3')).toBeVisible()
    await chooseSubject(page, 'Statistics')
    const orderId = await getItDone(page)
    await expect(page.getByText('Step 3 of 3')).toBeVisible()
    await page.goto(webPaths.orderExtraServices(orderId))
    await page.waitForURL(`**${webPaths.orders()}`)
    await page.goto(webPaths.newOrderExtraServices('quiz'))
    await page.waitForURL(`**${webPaths.orders()}`)
    const details = 'Twenty questions on regression'
    await call('PATCH', apiPaths.order(orderId), { token: client.token, body: { details } })
    // The payment link's target after a price change, for clients without that step.
    await page.goto(webPaths.orderRepriced(orderId))
    await page.waitForURL(`**${webPaths.orderPaymentRepriced(orderId)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The price has changed')
    await expect(total(page, '$77.60')).toBeVisible()
    await page.getByRole('link', { name: 'Continue to payment' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))

    await page.goto(webPaths.orderDetails(orderId))
    await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
    await page.getByRole('textbox', { name: 'Task description' }).fill(`${details}, please`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
    await payWith(page, cards.good)
    await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you')
  })
}

test('[FLOW-16][FLOW-17] includes changes made while the order is being created @prove', async ({ page }) => {
  await signedInClient(page)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  const placing = await holdCall(page, { method: 'POST', path: apiPaths.orders() })
  await page.getByRole('button', { name: 'Get it done' }).click()
  await placing.request
  await page.getByRole('textbox', { name: 'Pages' }).fill('4')
  await chooseSubject(page, 'Biology')
  await placing.letGo()
  await page.waitForURL(/\/order\/[^/]+\/details$/)
  const orderId = /\/order\/([^/]+)\//.exec(page.url())?.[1] ?? ''
  await expect.poll(() => ops.order(orderId)).toMatchObject({ size: '4 Pages', subject: 'Biology' })
})

test('[EASE-09] (ux 16) carries the answers to another job type after Back @prove', async ({ page }) => {
  await signedInClient(page)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  for (const type of ['Essay editing', 'Presentation']) {
    await page.goBack()
    await page.getByRole('radio', { name: type }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/\/neworder\/\w+$/)
    await expect(subject(page)).toHaveValue('History')
  }
  await page.goto(webPaths.orders())
  await expect(page.getByText('Continue your task')).toHaveCount(1)
})

test.describe('a failing line', () => {
  test.use({ consoleMay: { say: [/ERR_FAILED/] } })

  test('[SRV-03][FLOW-21] (ux 32, ux 35) lets a client pay without a service that failed to add @prove', async ({
    page,
  }) => {
    const order = await placeOrder(await signedInClient(page))
    await page.goto(webPaths.orderExtraServices(order.id))
    const top = page.getByRole('checkbox', { name: /TOP Nerd/ })
    await page.route(`**${apiPaths.order(order.id)}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await top.click()
    await expect(top).not.toBeChecked()
    await page.unroute(`**${apiPaths.order(order.id)}`)
    await goToCardPage(page)
  })
})
