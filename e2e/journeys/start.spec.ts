import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page, Request } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { holdScripts } from '../steps/hold-call.ts'
import { layoutShift, sumLayoutShifts } from '../steps/layout-shift.ts'
import { codeIn, codesTo, nextCodeTo, nextMessageTo } from '../steps/mailbox.ts'
import { newClient, postEvents, unusedPhone } from '../steps/operations.ts'
import { getItDone, payOrder, placeOrder, startAct, total } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'
import { countTaps, tapsSoFar } from '../steps/taps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses the button to the card page, and returns to the product for the next count. */
async function tapsToCardPage(page: Page, amount: string): Promise<number> {
  await page
    .getByRole('link', { name: `Pay ${amount}` })
    .or(page.getByRole('button', { name: `Pay ${amount}` }))
    .first()
    .click({ noWaitAfter: true })
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
  await page.goto(webPaths.orders())
  return tapsSoFar(page)
}

test('[DOOR-01][DOOR-02][MSG-03] shows a price, texts the order, and reaches the card page in eleven taps', async ({
  page,
}) => {
  const phone = unusedPhone()
  await countTaps(page)
  await page.goto(webPaths.start())
  await expect(page).toHaveTitle('Hire a Nerd · Nerdify')
  await expect(total(page, '$48.00')).toBeVisible()
  await untilHydrated(page)
  await page.getByLabel('Phone number').click()
  await page.keyboard.type(phone)
  await startAct(page).click()
  await expect(page.getByLabel(/code/i)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Log in with e-mail instead' })).toHaveCount(0)
  await page.keyboard.type(codeIn(await nextCodeTo(phone, 0)))
  await button(page, 'Confirm and login').click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
  await page.getByRole('combobox', { name: 'Subject' }).click()
  await page.keyboard.type('History')
  await page.getByRole('option', { name: 'History', exact: true }).click()
  await getItDone(page)
  // A newcomer gets a text about their first order.
  expect((await nextMessageTo(phone, 1)).text).toMatch(/order \d+ is saved\. Pay when you're ready/)
  await page.getByRole('textbox', { name: 'E-mail' }).click()
  await page.keyboard.type(`${phone.replace(/\D/g, '')}@example.com`)
  await page.getByRole('textbox', { name: 'Task description' }).click()
  await page.keyboard.type('Causes of the French Revolution')
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).click()
  await button(page, 'Continue').click()
  await page.waitForURL(/\/extra-services$/)
  expect(await tapsToCardPage(page, '$48.00'), 'taps').toBeLessThanOrEqual(11)
})

test('[DOOR-02][FLOW-05] a returning client reaches the card page from the cabinet in eight taps', async ({ page }) => {
  const client = await signedInClient(page)
  await placeOrder(client)
  await countTaps(page)
  await page.goto(webPaths.orders())
  await page.getByRole('link', { name: 'Hire a Nerd' }).filter({ visible: true }).first().click()
  await page.getByRole('radio', { name: /Essay writing/ }).click()
  await button(page, 'Next').click()
  // The subject field has the focus.
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeFocused()
  await page.keyboard.type('Law')
  await page.getByRole('option', { name: 'Law', exact: true }).click()
  await getItDone(page)
  await page.getByRole('textbox', { name: 'Task description' }).click()
  await page.keyboard.type('Causes of the Russian Revolution')
  await button(page, 'Continue').click()
  await page.waitForURL(/\/extra-services$/)
  expect(await tapsToCardPage(page, '$48.00'), 'taps').toBeLessThanOrEqual(8)
})

test('[DOOR-02][CAB-10] "Order again" on a completed card reaches the card page in five taps', async ({ page }) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  await postEvents(order.id, 'send')
  await call('PATCH', apiPaths.order(order.id), { token: client.token, body: { action: 'client_feedback', mark: 5 } })
  await page.goto(`${webPaths.orders()}?filter=completed`)
  await countTaps(page)
  await page.reload()
  await page
    .getByRole('article')
    .getByRole('link', { name: /^Order again/ })
    .click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
  await getItDone(page)
  await page.getByRole('textbox', { name: 'Task description' }).click()
  await page.keyboard.type('Causes of the Russian Revolution')
  await button(page, 'Continue').click()
  await page.waitForURL(/\/extra-services$/)
  expect(await tapsToCardPage(page, '$48.00'), 'taps').toBeLessThanOrEqual(5)
})

test('[DOOR-01][MSG-04][UI-01] shows newcomers the start from any page, and clients their own', async ({ page }) => {
  for (const path of [webPaths.login(), webPaths.loginPhone(), webPaths.loginEmail(), webPaths.loginEmailUnknown()]) {
    await page.goto(path)
    await expect(page.getByText('New here?')).toBeVisible()
    await expect(page.getByRole('main').locator(`a[href="${webPaths.start()}"]`)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Hire a Nerd' })).toHaveAttribute(
      'href',
      webPaths.start(),
    )
  }
})

test.describe('a refused number', () => {
  test.use({ consoleMay: { say: [refusedRequest(422)] } })

  test('[DOOR-02] keeps the answers over a reload and a wrong number, and signs in a known number', async ({
    page,
  }) => {
    const client = await newClient()
    await page.goto(webPaths.start())
    await untilHydrated(page)
    await page.getByLabel('What do you need help with?').selectOption('Presentation')
    await page.getByLabel('How long is it?').selectOption('7 slides')
    await page.getByLabel('When do you need it?').selectOption('In 2 days')
    const price = await page
      .getByText(/^\$\d+\.\d\d$/)
      .filter({ visible: true })
      .first()
      .innerText()
    const phone = page.getByLabel('Phone number')
    // The bar stays in view, and leads to the missing number.
    await expect(startAct(page)).toBeInViewport()
    await startAct(page).click()
    await expect(phone).toBeFocused()
    await expect(phone).toBeInViewport()
    await phone.fill('12345')
    await startAct(page).click()
    await expect(page.getByText('Looks like you have mistyped your phone number.')).toBeVisible()
    await expect(phone).toBeFocused()
    await phone.fill('+49 30 1234567')
    await startAct(page).click()
    await expect(page.getByText('We only text numbers in the United States, Canada and Australia.')).toBeVisible()
    await expectAccessible(page)
    await phone.fill(client.phone)
    await startAct(page).click()
    await expect(button(page, 'Confirm and login')).toBeVisible()
    await page.reload()
    await page.goBack()
    await expect(page.getByLabel('How long is it?')).toHaveValue('7 Slides')
    await expect(phone).toHaveValue(client.phone)
    await startAct(page).click()
    await expect(button(page, 'Confirm and login')).toBeVisible()
    await page.reload()
    await page.getByRole('textbox', { name: '5-digit code' }).fill(codeIn(await nextCodeTo(client.phone, 0)))
    await button(page, 'Confirm and login').click()
    await page.waitForURL(`**${webPaths.newOrderForm('presentation')}`)
    await expect(total(page, price)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Slides' })).toHaveValue('7')
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^2 days/)
    // Changes made here win over the answers brought from the start.
    await page.getByRole('textbox', { name: 'Slides' }).fill('8')
    await page.goBack()
    await expect(page.getByLabel('How long is it?')).toHaveValue('7 Slides')
    await page.reload()
    await expect(page.getByLabel('How long is it?')).toHaveValue('7 Slides')
    await page.goForward()
    await expect(page.getByRole('textbox', { name: 'Slides' })).toHaveValue('8')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Slides' })).toHaveValue('8')
  })

  test('[AUTH-03][DOOR-02] leads through the sign-in by one button to an order', async ({ page }) => {
    const phone = unusedPhone()
    await page.goto(webPaths.loginPhone())
    await page.getByLabel('Phone number').fill(phone)
    await button(page, 'Request the code').click()
    await expect(page.getByText('Looks like you have mistyped your phone number.')).toBeVisible()
    await expectAccessible(page)
    expect(await codesTo(phone)).toEqual([])
    await button(page, 'I’m new: continue with this number').click()
    await page.getByRole('textbox', { name: '5-digit code' }).fill(codeIn(await nextCodeTo(phone, 0)))
    await button(page, 'Confirm and login').click()
    await page.waitForURL(`**${webPaths.newOrder()}`)
  })
})

test('[DOOR-01][PUB-09] the page says what Nerdify is and costs without scripts, and is accessible', async ({
  browser,
  baseURL,
  page,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
  const plain = await context.newPage()
  await plain.goto(webPaths.start())
  await expect(plain.getByText('Nerdify finds you a freelance expert')).toBeVisible()
  await expect(total(plain, '$48.00')).toBeVisible()
  await expect(startAct(plain)).toBeVisible()
  for (const [name, path] of [
    ['Free revisions', `${webPaths.refunds()}#refunds`],
    ['Refunds within 30 days', `${webPaths.refunds()}#refunds`],
    ['No surprise extras', webPaths.terms()],
  ] as const) {
    await expect(plain.getByRole('link', { name })).toHaveAttribute('href', path)
  }
  await context.close()
  await page.goto(`${webPaths.start()}?ref=shared`)
  await expect(total(page, '$28.00')).toBeVisible()
  await expect(page.getByText('A friend sent you: $20 off your first order.')).toBeVisible()
  await expectAccessible(page)
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  // The last chunk that the page loads by itself.
  await expect.poll(loaded).toContainEqual(expect.stringContaining('/DeferredParts-'))
  await untilHydrated(page)
  expect((await loaded()).filter((name) => /\/(client|cabinet|order-\w+)-/.test(name))).toEqual([])
})

test('[DOOR-01] requests at most 75 KB of scripts and 8 files until it is usable', async ({ page }) => {
  // Keeps out the code that loads on idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(webPaths.start())
  await untilHydrated(page)
  await expect(total(page, '$48.00')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = requests.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(scripts.map(async (request) => (await request.sizes()).responseBodySize))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(75_000)
  expect(requests.length).toBeLessThanOrEqual(8)
})

test('[DOOR-01][REF-04] shows a friend’s gift before the code, and moves nothing', async ({ page }) => {
  await page.addInitScript(sumLayoutShifts, { alsoAfterInput: true })
  for (const [path, gift] of [
    [webPaths.start(), 'A friend sent you: $20 off your first order.'],
    [webPaths.contactUs(), '$20 off your first order'],
  ] as const) {
    for (const [query, count] of [
      ['', 0],
      ['?ref=shared', 1],
      // The friend's code was stored earlier, and they return without it.
      ['', 1],
    ] as const) {
      const scripts = await holdScripts(page)
      await page.goto(path + query, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const shown = page.getByText(gift, { exact: true }).filter({ visible: true })
      await expect(shown).toHaveCount(count)
      // The prerendered price is not the friend's.
      if (path === webPaths.start()) await expect(total(page, '$48.00')).toHaveCount(1 - count)
      scripts.letGo()
      await untilHydrated(page)
      await expect(shown).toHaveCount(count)
      expect(await layoutShift(page), path + query).toBeLessThanOrEqual(0.02)
    }
    await page.evaluate(() => localStorage.clear())
  }
})
