import { readFile } from 'node:fs/promises'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { holdCall } from '../steps/hold-call.ts'
import { openByMenu } from '../steps/menu.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
const newAddress = () => `${crypto.randomUUID().slice(0, 12)}@example.com`

/** Opens My info by the menu, as a person does. */
async function openMyInfo(page: Page): Promise<void> {
  await openByMenu(page, 'My info')
  await page.waitForURL(`**${webPaths.myInfo()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My info')
}

test('[INFO-01][INFO-02][UI-01] (ux 29, ux 51) explains a wrong e-mail, and keeps the saved one', async ({ page }) => {
  const client = await signedInClient(page)
  await page.goto(webPaths.orders())
  await openMyInfo(page)
  await expect(page).toHaveTitle('My info · Nerdify')
  await expect(page.getByText('$0.00')).toBeVisible()
  await expect(page.getByText('No changes to your balance yet.')).toBeVisible()
  await expect(email(page)).toHaveValue(client.email)
  await expect(submit(page)).toBeHidden()

  await email(page).fill('sam@')
  await expect(submit(page)).toBeVisible()
  await email(page).press('Enter')
  await expect(page.getByText('Invalid email')).toBeVisible()
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  const address = newAddress()
  await email(page).fill(address)
  await expect(page.getByText('Invalid email')).toBeHidden()
  await submit(page).click()
  await expect(page.getByText('Email Saved')).toBeVisible()
  await email(page).focus()
  await expect(page.getByText('Email Saved')).toBeHidden()
  await page.reload()
  await expect(email(page)).toHaveValue(address)
})

test('[INFO-02] (ux 55) keyboard alone: Enter saves, and nothing is saved in the middle of typing @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.url())
  })
  await page.goto(webPaths.myInfo())
  await expect(email(page)).toHaveValue(client.email)
  for (let tabs = 0; tabs < 20 && !(await email(page).evaluate((field) => field === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await expect(email(page)).toBeFocused()
  const address = newAddress()
  await page.clock.install()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(address)
  await page.clock.runFor(10_000)
  // Leaving does not save either, and the typed words are back on return.
  await page.getByRole('link', { name: 'Nerdify' }).first().click()
  await page.waitForURL(`**${webPaths.orders()}`)
  await openMyInfo(page)
  await expect(email(page)).toHaveValue(address)
  expect(saves).toEqual([])
  await email(page).press('Enter')
  await expect(page.getByText('Email Saved')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await page.reload()
  await expect(email(page)).toHaveValue(address)
  expect(saves).toHaveLength(1)
})

test('[INFO-02][INFO-03] asks an account without an e-mail for one @prove', async ({ page }) => {
  await signedInClient(page, { email: undefined })
  await page.goto(webPaths.myInfo())
  await expect(email(page)).toHaveValue('')
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter your e-mail. We’ll write to you there about your tasks.')).toBeVisible()
})

test.describe('two tabs', () => {
  test.use({ consoleMay: { say: [refusedRequest(409)] } })

  test('[INFO-02] (abuse 40) warns the second save, keeps its text, and lets it replace the first @prove', async ({
    page,
  }) => {
    const client = await signedInClient(page)
    await page.goto(webPaths.myInfo())
    await expect(email(page)).toHaveValue(client.email)
    const other = await page.context().newPage()
    await other.goto(webPaths.myInfo())
    const [here, there] = [newAddress(), newAddress()]
    await email(other).fill(there)
    await submit(other).click()
    await expect(other.getByText('Email Saved')).toBeVisible()

    await email(page).fill(here)
    await submit(page).click()
    await expect(
      page.getByText(`Your e-mail was changed to ${there} in another window. Submit again to replace it.`),
    ).toBeVisible()
    await expect(email(page)).toHaveValue(here)
    await submit(page).click()
    await expect(page.getByText('Email Saved')).toBeVisible()
    await other.reload()
    await expect(email(other)).toHaveValue(here)
  })
})

test('[INFO-04][INFO-01][DISC-14] shows the balance and its changes after an order with cash back @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await call('PATCH', apiPaths.order(order.id), {
    token: client.token,
    body: { action: 'discount_add', code: 'CASH15' },
  })
  await payOrder(page, order)
  await openMyInfo(page)
  await expect(page.getByText('$7.20', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /Cash back from a coupon, order \w+/ })).toContainText(
    '+$7.20',
  )
  await expectAccessible(page)
})

test('[LAW-07] saves a box ticked and unticked on a slow line in that order', async ({ page }) => {
  const client = await signedInClient(page)
  await page.goto(webPaths.myInfo())
  const offers = page.getByRole('checkbox', { name: /^Text and e-mail me offers from Nerdify/ })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') calls.push(`asked ${request.postData()}`)
  })
  page.on('response', (answer) => {
    if (answer.request().method() === 'PUT') calls.push('answered')
  })
  const first = await holdCall(page, { method: 'PUT', path: apiPaths.marketingConsent() })
  await offers.check()
  await first.request
  await offers.uncheck()
  await first.letGo()
  await expect.poll(() => calls).toEqual(['asked {"granted":true}', 'answered', 'asked {"granted":false}', 'answered'])
  await expect(offers).not.toBeChecked()
  await expect
    .poll(async () => (await call<{ granted: boolean }>('GET', apiPaths.marketingConsent(), client)).granted)
    .toBe(false)
})

test.describe('a failed save', () => {
  test.use({ consoleMay: { say: [/ERR_FAILED/] } })

  test('[LAW-07][MSG-06][LAW-01] sends offers only on request, and announcements as chosen @prove', async ({
    page,
  }) => {
    await signedInClient(page)
    await page.goto(webPaths.myInfo())
    const offers = page.getByRole('checkbox', { name: /^Text and e-mail me offers from Nerdify\. Optional/ })
    const ways = page.getByRole('radiogroup', { name: 'How we tell you about your tasks' })
    await expect(offers).not.toBeChecked()
    await expect(page.getByText('Uncheck the box to stop right away.')).toBeVisible()
    await expect(ways.getByRole('radio', { name: 'Text' })).toBeChecked()

    await offers.press('Space')
    await expect(page.getByText(/^You agreed on \w+, \w+\s\d+(, \d+)?\./)).toBeVisible()
    await ways.getByRole('radio', { name: 'Text' }).press('ArrowRight')
    await expect(page.getByText('We e-mail you when something happens')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(offers).toBeChecked()
    await expect(ways.getByRole('radio', { name: 'E-mail' })).toBeChecked()

    await page.route('**/me/marketing_consent', (route) => route.abort())
    await offers.click()
    await expect(page.getByText('We couldn’t save your choice')).toBeVisible()
    await expect(offers).toBeChecked()
    await page.unroute('**/me/marketing_consent')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(offers).not.toBeChecked()
    await expect(page.getByText('We couldn’t save your choice')).toBeHidden()
    await ways.getByRole('radio', { name: 'E-mail' }).press('ArrowRight')
    await expect(page.getByText('We won’t message you about tasks.')).toBeVisible()
  })
})

test('[LAW-06] "Download my data" is one file with all data of the client', async ({ page }) => {
  const client = await signedInClient(page)
  await page.goto(webPaths.myInfo())
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('nerdify-my-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { account: unknown; records: unknown }
  expect(data.account).toMatchObject({ id: client.id, email: { email: client.email } })
  expect(data.records).toMatchObject({ orders: [] })
})

test('[LAW-06] (ux 55) confirms "Delete my account", shows the day, and cancels, by keyboard alone', async ({
  page,
}) => {
  await signedInClient(page)
  await page.goto(webPaths.myInfo())
  const ask = page.getByRole('button', { name: 'Delete my account', exact: true })
  await ask.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Yes, delete my account' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Your data and account' })).toBeFocused()
  await expect(page.getByText(/^On \w+, \w+\s\d+(, \d+)?, .* we erase everything personal/)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await expect(page.getByText(/we erase everything personal/)).toBeHidden()
  await expect(ask).toBeVisible()
})
