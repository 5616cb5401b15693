import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { chooseJobType, chooseSubject, describeTask, getItDone, goToCardPage, total } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'
import { pressBlocked } from '../steps/press-blocked.ts'

const tooShortText = 'Please, give your Nerd more time to complete your task'

const slider = (page: Page) => page.getByRole('slider', { name: 'Deadline' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.beforeEach(async ({ page }) => {
  // Without orders, whose subjects would come first.
  await signedInClient(page)
})

test('[FLOW-05] (ux 29, ux 30, ux 31) reports a missing subject at the field and in a summary', async ({ page }) => {
  await chooseJobType(page, 'Essay writing')
  await expect(page.getByText('Please choose subject from the list')).toBeHidden()
  await page.getByRole('button', { name: 'Get it done' }).click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveTitle(/^Error: /)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Please choose subject from the list' }).click()
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeFocused()
  await chooseSubject(page, 'History')
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeHidden()
})

test('[FLOW-05] (ux 27) the subject list filters, reports no match, and keeps the last choice @prove', async ({
  page,
}) => {
  await chooseJobType(page, 'Essay writing')
  const combobox = page.getByRole('combobox', { name: 'Subject' })
  await combobox.click()
  await expect(page.getByRole('group', { name: 'Most chosen' }).getByRole('option').first()).toHaveText('English')
  await combobox.fill('psych')
  await expect(page.getByRole('option', { name: 'Psychology' }).first()).toBeVisible()
  await combobox.press('ArrowDown')
  await combobox.press('Enter')
  await expect(combobox).toHaveValue(/Psychology/)
  await combobox.fill('zzzz')
  await expect(page.getByText('Nothing in the list matches “zzzz”').first()).toBeVisible()
  await combobox.press('Tab')
  await expect(combobox).toHaveValue(/Psychology/)
})

test('[FLOW-10][FLOW-15] (ux 19, ux 20) moves slider and price by keys, by buttons and by a tap @prove', async ({
  page,
}) => {
  await chooseJobType(page, 'Essay writing')
  await expect(total(page, '$48.00')).toBeVisible()
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^12 hours, .*by .*E[SD]T/)
  await slider(page).press('ArrowRight')
  await expect(total(page, '$44.20')).toBeVisible()
  await slider(page).press('Home')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^3 hours, /)
  await page.getByRole('button', { name: /later/i }).click()
  await expect(total(page, '$54.50')).toBeVisible()
  await page.getByRole('button', { name: '1 day', exact: false }).filter({ visible: true }).first().click()
  await expect(total(page, '$40.80')).toBeVisible()
})

test('[FLOW-13][FLOW-14] blocks a too short deadline, and offers the shortest that fits @prove', async ({ page }) => {
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await slider(page).press('Home')
  await expect(page.getByText(tooShortText).filter({ visible: true }).first()).toBeVisible()
  await pressBlocked(page.getByRole('button', { name: 'Get it done' }))
  await expect(page).toHaveURL(webPaths.newOrderForm('writing'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose 6 hours' }).click()
  await expect(page.getByText(tooShortText)).toHaveCount(0)
  await getItDone(page)
})

test('[FLOW-06][FLOW-07] (ux 28) converts pages and words, and reports an excess beside the field @prove', async ({
  page,
}) => {
  await chooseJobType(page, 'Essay writing')
  await page.getByRole('radio', { name: 'Words', exact: true }).click()
  const size = page.getByRole('textbox', { name: /words/i }).or(page.getByRole('spinbutton', { name: /words/i }))
  await expect(size).toHaveValue('600')
  await expect(total(page, '$48.00')).toBeVisible()
  await page.getByRole('radio', { name: 'Pages', exact: true }).click()
  const pages = page.getByRole('textbox', { name: /pages/i }).or(page.getByRole('spinbutton', { name: /pages/i }))
  await expect(pages).toHaveValue('2')
  await pages.fill('51')
  await pages.press('Tab')
  await expect(page.getByText('This value must be below 50 pages').filter({ visible: true }).first()).toBeVisible()
})

test('[FLOW-17] (ux 16, ux 17) keeps the form over reload and Back, and places no second order', async ({ page }) => {
  await chooseJobType(page, 'Presentation')
  await chooseSubject(page, 'Biology')
  await slider(page).press('End')
  await slider(page).press('ArrowLeft')
  const price = await page
    .getByText(/^\$\d+\.\d\d$/)
    .filter({ visible: true })
    .last()
    .textContent()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Biology')
  await expect(page.getByText('We kept your draft')).toBeVisible()
  await expect(total(page, price ?? '')).toBeVisible()

  const orderId = await getItDone(page)
  await page.goBack()
  await expect(page).toHaveURL(webPaths.orderForm(orderId))
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Biology')
  await page.goForward()
  await expect(page).toHaveURL(webPaths.orderDetails(orderId))
  await page.getByRole('textbox', { name: 'Task description' }).fill('Ten slides on cells')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveValue('Ten slides on cells')

  await page.goBack()
  await expect(page).toHaveURL(webPaths.orderForm(orderId))
  expect(await getItDone(page)).toBe(orderId)
})

test('[FLOW-30] (ux 32) a button pressed twice in a row makes one order @prove', async ({ page }) => {
  await chooseJobType(page, 'Quiz')
  await chooseSubject(page, 'Statistics')
  const created: string[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/v3/orders'))
      created.push(response.url())
  })
  await page.getByRole('button', { name: 'Get it done' }).dblclick()
  await page.waitForURL(/\/details$/)
  await expect(heading(page)).toBeVisible()
  expect(created).toHaveLength(1)
})

test.describe('a failing server', () => {
  test.use({ consoleMay: { say: [refusedRequest(503)] } })

  test('[UI-08][FLOW-30] (ux 32, ux 54) reports the failure in view, and retries from there @prove', async ({
    page,
  }) => {
    const writes = /\/api\/v3\/orders(\/[^/]+)?$/
    const fail = () =>
      page.route(writes, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status: 503, json: { text: 'Please try again.', error_value: null } }),
      )
    const alert = page.getByRole('alert').filter({ hasText: 'Please try again.' })
    const tryAgain = alert.getByRole('button', { name: 'Try again' })
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 640 })
    await chooseJobType(page, 'Quiz')
    await chooseSubject(page, 'Statistics')
    await page.getByRole('slider', { name: 'Deadline' }).scrollIntoViewIfNeeded()
    await fail()
    await page.getByRole('button', { name: 'Get it done' }).click()
    await expect(alert).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Get it done' })).toBeEnabled()
    await page.unroute(writes)
    await tryAgain.click()
    await page.waitForURL(/\/details$/)

    await fail()
    await page.getByRole('textbox', { name: 'Task description' }).fill('Ten questions on probability.')
    await page.getByRole('button', { name: 'Attach a file' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(alert).toBeInViewport({ ratio: 1 })
    await page.unroute(writes)
    await tryAgain.click()
    await expect(alert).toBeHidden()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveValue('Ten questions on probability.')
  })
})

test('[FLOW-21] (ux 33) requires an e-mail and a task, and remembers the e-mail', async ({ page }) => {
  await chooseJobType(page, 'Essay editing')
  await chooseSubject(page, 'English')
  await getItDone(page)
  const email = page.getByRole('textbox', { name: 'E-mail' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await email.fill('nobody@nowhere')
  await pressBlocked(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByText('Invalid email').filter({ visible: true }).first()).toBeVisible()
  // Leaving the field saves only a valid address.
  expect(sent.filter((body) => body.includes('nobody@nowhere'))).toEqual([])
  await expect(
    page.getByText('Please describe your task or attach a file').filter({ visible: true }).first(),
  ).toBeVisible()
  await expectAccessible(page)
  await describeTask(page, 'Please correct the grammar', 'dana@example.com')
  await chooseJobType(page, 'Essay editing')
  await chooseSubject(page, 'English')
  await getItDone(page)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('dana@example.com')
})

test('[FLOW-23][SRV-03][LAW-01] (ux 35) ticks no extras, and charges nothing on leaving the card page', async ({
  page,
}) => {
  await chooseJobType(page, 'Problems')
  await chooseSubject(page, 'Mathematics')
  const orderId = await getItDone(page)
  await describeTask(page, 'Five integrals', 'dana@example.com')
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
  await page.getByRole('checkbox', { name: /Plagiarism Report/ }).check()
  await page.getByRole('checkbox', { name: /TOP Nerd/ }).check()
  await page.getByRole('checkbox', { name: /TOP Nerd/ }).uncheck()
  const pay = page
    .getByRole('link', { name: /^Pay \$/ })
    .or(page.getByRole('button', { name: /^Pay \$/ }))
    .filter({ visible: true })
    .first()
  const amount = /\$[\d.,]+/.exec((await pay.textContent()) ?? '')?.[0] ?? ''
  await goToCardPage(page)
  await expect(page.getByRole('button', { name: `Pay ${amount}` })).toBeVisible()
  await page
    .getByRole('link', { name: /cancel|back/i })
    .filter({ visible: true })
    .first()
    .click()
  await page.waitForURL(`**${webPaths.orders()}`)
  await expect(page.getByText('You have not been charged').filter({ visible: true }).last()).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Created on')
  await expect(page.getByRole('article').first().getByRole('link', { name: /^Pay/ })).toBeVisible()

  await page.goto(webPaths.orderThankYou(orderId))
  await expect(heading(page)).toContainText('isn’t paid yet')
})

test.describe('missing orders and addresses', () => {
  test.use({ consoleMay: { say: [refusedRequest(404)] } })

  test('[FLOW-03][API-01] leads from an unknown job type to the list, from a foreign order to the cabinet', async ({
    page,
  }) => {
    await page.goto(webPaths.newOrderForm('thesis'))
    await page.waitForURL(`**${webPaths.newOrder()}`)
    await page.goto(webPaths.orderForm('01890000-0000-7000-8000-000000000000'))
    await expect(heading(page)).toContainText('can’t find this order')
    await page.getByRole('link', { name: 'Go to my tasks' }).click()
    await page.waitForURL(`**${webPaths.orders()}`)
  })
})
