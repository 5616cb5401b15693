import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, test, untilHydrated } from '../steps/browser.ts'
import { holdCall, holdScripts } from '../steps/hold-call.ts'
import { layoutShift, sumLayoutShifts } from '../steps/layout-shift.ts'
import { postEvents, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

/** In the page: the product of the opacities of an element and its ancestors. */
const opacityOf = (element: Element): number => {
  let opacity = 1
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    opacity *= Number(getComputedStyle(each).opacity)
  return opacity
}

for (const path of [
  webPaths.start(),
  webPaths.contactUs(),
  webPaths.terms(),
  webPaths.refunds(),
  webPaths.login(),
  webPaths.loginPhone(),
]) {
  test(`[EASE-02] (ux 47) on ${path} nothing moves when the fonts load late`, async ({ page }) => {
    await page.addInitScript(sumLayoutShifts, { alsoAfterInput: true })
    const releases: (() => void)[] = []
    await page.route('**/*.woff2', (route) => releases.push(() => void route.continue()))
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => releases.length).toBeGreaterThanOrEqual(2)
    // The text shows in the device's fonts.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    for (const release of releases) release()
    await expect
      .poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loading').length))
      .toBe(0)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
}

test('[EASE-02] (ux 47) on /login nothing moves when the browser reads the footer last', async ({ page }) => {
  await page.addInitScript(sumLayoutShifts, { alsoAfterInput: true })
  await page.goto(webPaths.login())
  await untilHydrated(page)
  const before = await layoutShift(page)
  await page.evaluate(async () => {
    const footer = document.querySelector('footer') as HTMLElement
    const frame = footer.parentElement as HTMLElement
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    footer.remove()
    await painted()
    frame.append(footer)
    await painted()
  })
  expect((await layoutShift(page)) - before).toBeLessThanOrEqual(0.002)
})

test('[UI-08][FLOW-01] (ux 47) requests client and prices before the job types’ code arrives', async ({ page }) => {
  await signedInClient(page)
  const { letGo } = await holdScripts(page)
  const firstData = page.waitForRequest((request) => request.url().endsWith(`${apiPaths.firstData()}?prices=1`))
  await page.goto(webPaths.newOrder(), { waitUntil: 'commit' })
  await firstData
  letGo()
  await expect(page.getByRole('radio').first()).toBeVisible()
})

test('[EASE-02] shows the job types before the code of their page and the client have loaded', async ({ page }) => {
  await signedInClient(page)
  const types = page.getByText('Essay writing').filter({ visible: true })
  const { letGo } = await holdScripts(page)
  const first = await holdCall(page, { method: 'GET', path: `${apiPaths.firstData()}?prices=1` })
  await page.goto(webPaths.newOrder(), { waitUntil: 'commit' })
  await expect(types).toBeVisible()
  letGo()
  const choice = page.getByRole('radio', { name: /^Essay writing/ })
  await choice.click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
  await first.letGo()
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible()
})

test('[EASE-02] (ux 47) marks a tapped tab at once, and keeps the old list until the new one arrives', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const toRate = await placeOrder(client, { title: 'To be rated' })
  await payOrder(page, toRate)
  await postEvents(toRate.id, 'send', 'accept')
  await ops.changeOrder(toRate.id, { tags_add: ['no_feedback_1d'] }, crypto.randomUUID())
  const rated = await placeOrder(client, { title: 'Rated already' })
  await payOrder(page, rated)
  await postEvents(rated.id, 'send')
  await call('PATCH', apiPaths.order(rated.id), { token: client.token, body: { action: 'client_feedback', mark: 5 } })
  await placeOrder(client, { title: 'First to be paid' })
  await placeOrder(client, { title: 'Second to be paid' })

  await page.addInitScript(sumLayoutShifts, { alsoAfterInput: true })
  await page.goto(webPaths.orders())
  const prompt = page.getByRole('region', { name: 'Rate your last task' })
  const cards = page.getByRole('article')
  await expect(prompt).toBeVisible()
  await expect(cards).toHaveCount(3)
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)

  const changes = [
    { link: 'Completed', filter: 'completed', tab: 'Completed', before: 3, after: 1 },
    { link: 'Active', tab: 'Active', before: 1, after: 3 },
    { link: 'See all unpaid tasks', filter: 'unpaid', tab: 'Unpaid', before: 3, after: 2 },
    { link: 'Completed', tab: 'Completed', before: 2, after: 1 },
  ]
  for (const { link, filter, tab, before, after } of changes) {
    const shifted = await layoutShift(page)
    const list =
      filter && (await holdCall(page, { method: 'GET', path: `${apiPaths.orders()}?page=0&filter=${filter}` }))
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    if (list) {
      await list.request
      await expect(cards).toHaveCount(before)
      await expect.poll(() => cards.first().evaluate(opacityOf)).toBe(0.5)
      await expect(prompt).toBeVisible()
      await list.letGo()
    }
    await expect(cards).toHaveCount(after)
    await expect.poll(() => cards.first().evaluate(opacityOf)).toBe(1)
    expect((await layoutShift(page)) - shifted, `${link}: ${await page.url()}`).toBeLessThanOrEqual(0.02)
  }

  const steps: Record<string, () => Promise<void>> = {
    async 'the first overlay'() {
      await cards
        .first()
        .getByRole('link', { name: /^Details/ })
        .click()
      await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
      await page.keyboard.press('Escape')
    },
    async 'the job types'() {
      await page.getByRole('link', { name: 'Hire a Nerd', exact: true }).first().click()
      await expect(page.getByRole('radio').first()).toBeVisible()
    },
    async 'the form'() {
      await page.getByRole('radio', { name: /^Essay writing/ }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible()
    },
  }
  for (const [name, step] of Object.entries(steps)) {
    const shifted = await layoutShift(page)
    await step()
    expect((await layoutShift(page)) - shifted, name).toBeLessThanOrEqual(0.02)
  }
})
