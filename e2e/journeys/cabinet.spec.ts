import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { holdCall, holdScripts } from '../steps/hold-call.ts'
import { layoutShift, sumLayoutShifts } from '../steps/layout-shift.ts'
import { operate, postEvents, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { people, signedInClient, signIn } from '../steps/sign-in.ts'

/** In the page: which of these cards have their contents laid out, rather than a placeholder. */
const areLaidOut = (cards: Element[]): boolean[] =>
  cards.map((card) => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? false)

declare global {
  interface Window {
    /** The skeleton's lowest opacity since {@link watchSkeleton}. */
    leastOpacity: number
  }
}

/** In the page: records the opacity of the visible skeleton in each frame. */
function watchSkeleton(): void {
  window.leastOpacity = 1
  const look = () => {
    const visible = [...document.querySelectorAll('[class^=Skeleton_skeleton]')].filter((each) =>
      each.checkVisibility(),
    )
    window.leastOpacity = Math.min(
      window.leastOpacity,
      ...visible.map((each) => Number(getComputedStyle(each).opacity)),
    )
    requestAnimationFrame(look)
  }
  look()
}

test('[CAB-02][PUB-07] (ux 48) an empty cabinet explains itself and offers the one next step', async ({ page }) => {
  await signIn(page, people.addons)
  for (const path of [webPaths.root(), webPaths.nerdifyPrime()]) {
    await page.goto(path)
    await page.waitForURL(`**${webPaths.orders()}`)
  }
  await page.goto(webPaths.ordersFilter('nonsense'))
  await page.waitForURL(`**${webPaths.orders()}`)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.waitForURL(`**${webPaths.newOrder()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What do you need help with?')
})

test('[CAB-01][UI-01] (ux 47) shows a thousand orders by twenties, and keeps the place after Back', async ({
  page,
}) => {
  await signIn(page, people.many)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.getByRole('article')).toHaveCount(20)
  // However long the list, the browser lays out only cards near the view.
  const laidOut = () => page.getByRole('article').evaluateAll(areLaidOut)
  await expect.poll(async () => (await laidOut()).at(-1)).toBe(false)
  expect((await laidOut()).at(0)).toBe(true)
  // Cards get their true height when they come into view: wait until the button stops moving.
  const more = page.getByRole('button', { name: 'Show more' })
  await more.scrollIntoViewIfNeeded()
  await more.click()
  await expect(page.getByRole('article')).toHaveCount(40)
  const last = page.getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await laidOut()).at(15)).toBe(false)
  expect((await laidOut()).at(-1)).toBe(true)
  await last.getByRole('link', { name: 'Edit' }).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  await last.getByRole('link', { name: 'Edit' }).click()
  await page.waitForURL(/\/order\//)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(40)
  await expect.poll(() => page.evaluate((before) => Math.abs(window.scrollY - before), place)).toBeLessThan(5)
  await expect.poll(async () => (await laidOut()).at(15)).toBe(false)
})

test('[CAB-12] finds one of a thousand orders, and offers the last subjects first', async ({ page }) => {
  await signIn(page, people.many)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(20)
  const number = /\d+/.exec(await cards.nth(7).innerText())?.[0] ?? ''
  await page.getByRole('searchbox', { name: 'Find a task' }).fill(number)
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(number)
  await page.reload()
  await expect(cards).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Find a task' }).fill('')
  await expect(cards).toHaveCount(20)

  const found = await operate<{ results: { id: string }[] }>(
    'GET',
    `${opsPaths.clients()}?q=${encodeURIComponent(people.many)}`,
  )
  const orders = await operate<{ results: { subject: string }[] }>(
    'GET',
    `${opsPaths.orders()}?client=${found.results[0]?.id}`,
  )
  const last = [...new Set(orders.results.map(({ subject }) => subject))].slice(0, 3)
  await page.getByRole('link', { name: 'Hire a Nerd' }).filter({ visible: true }).click()
  await page.getByRole('radio', { name: 'Writing' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'Subject' }).click()
  const groups = page.getByRole('listbox', { name: 'Subject' }).getByRole('group')
  await expect(groups.nth(0)).toHaveAccessibleName('Your last subjects')
  await expect.poll(async () => groups.nth(0).getByRole('option').allInnerTexts()).toEqual(last)
  await expect(groups.nth(1)).toHaveAccessibleName('Most chosen')
  expect(last).not.toEqual(['English', 'Business and Management', 'Healthcare and Nursing'])
})

test('[CAB-01][UI-08][AUTH-15] (ux 47) shows the cabinet before its code, and no orders after a sign-out', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client, { title: 'An essay to rate' })
  await payOrder(page, order)
  await postEvents(order.id, 'send', 'accept')
  await ops.changeOrder(order.id, { tags_add: ['no_feedback_1d'] }, crypto.randomUUID())
  await placeOrder(client, { title: 'An essay to pay' })
  await page.addInitScript(sumLayoutShifts, { alsoAfterInput: true })
  const heading = page.locator('h1:visible', { hasText: 'My tasks' })
  const orders = page.getByRole('article')

  const { letGo } = await holdScripts(page)
  const data = await holdCall(page, { method: 'GET', path: '/first_data?orders=active' })
  await page.goto(webPaths.orders(), { waitUntil: 'commit' })
  await expect(heading).toBeVisible()
  const before = await heading.boundingBox()
  const isDrawnByReact = page.waitForFunction(() => document.querySelector('[data-for=client]') === null)
  const skeleton = page.locator('[class^=Skeleton_skeleton]:visible')
  await expect(skeleton).not.toHaveCSS('opacity', '0')
  await page.evaluate(watchSkeleton)
  letGo()
  await isDrawnByReact
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(skeleton).toBeVisible()
  // Its opacity pulses between one half and one.
  expect(await page.evaluate(() => window.leastOpacity)).toBeGreaterThan(0.4)
  await data.letGo()
  await expect(orders).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Rate your last task' })).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)

  const again = await holdScripts(page)
  await page.goto(webPaths.orders(), { waitUntil: 'commit' })
  await expect(heading).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/icon.svg')
  await other.evaluate((key) => localStorage.removeItem(key), browserKeys.session)
  again.letGo()
  await page.waitForURL(`**${webPaths.login()}`)
  await expect(orders).toHaveCount(0)
})

test('[FLOW-22][SAFE-02][FLOW-21] accepts another account’s e-mail as pending, and continues the order @prove', async ({
  page,
}) => {
  const { id } = await placeOrder(await signedInClient(page, { email: undefined }))
  await page.goto(webPaths.orderDetails(id))
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await email.fill('top@example.com')
  await email.press('Tab')
  await expect(page.getByText('Email Saved').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(/Your receipt goes here/)).toBeVisible()
  await expect(email).toHaveValue('top@example.com')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Causes of the French Revolution')
  await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click()
  await page.waitForURL(`**${webPaths.orderExtraServices(id)}`)
})

test('[EASE-03] shows an order’s name from the details on its card, and lets it change', async ({ page }) => {
  const order = await placeOrder(await signedInClient(page))
  await page.goto(webPaths.orders())
  const card = page.getByRole('article')
  await expect(card).toContainText('Weigh the causes of the war')
  const name = page.getByRole('textbox', { name: 'Name of the task' })
  for (const title of ['My essay', 'My other essay']) {
    await page.goto(webPaths.orderDetails(order.id))
    await name.fill(title)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`**${webPaths.orderExtraServices(order.id)}`)
    await page.goto(webPaths.orders())
    await expect(card.getByRole('link', { name: title })).toBeVisible()
  }
})

test('[EASE-05] keeps "Hire a Nerd" within the thumb’s reach on a phone, at any scroll position', async ({
  page,
  viewport,
}) => {
  const client = await signedInClient(page)
  for (const title of ['First', 'Second', 'Third']) await placeOrder(client, { title })
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(webPaths.orders())
  await expect(page.getByRole('article')).toHaveCount(3)
  const hire = page.getByRole('main').locator('~ [data-bottom-bar]').getByRole('link', { name: 'Hire a Nerd' })
  for (const card of ['First', 'Third']) {
    await page.getByRole('article', { name: card }).scrollIntoViewIfNeeded()
    await expect(hire).toBeInViewport({ ratio: 1 })
    expect((await hire.boundingBox())?.y).toBeGreaterThan(600)
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect(hire).toBeHidden()
  if (viewport !== null) await page.setViewportSize(viewport)
  await hire
    .or(page.getByRole('banner').getByRole('link', { name: 'Hire a Nerd' }))
    .first()
    .press('Enter')
  await page.waitForURL(`**${webPaths.newOrder()}`)
})
