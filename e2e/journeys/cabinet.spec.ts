import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { operate, postEvents } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { people, signedInClient, signIn } from '../steps/sign-in.ts'

/** In the page: which of some cards have their contents laid out, rather than only a place kept for them. */
const areLaidOut = (cards: Element[]): boolean[] =>
  cards.map((card) => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? false)

/** In the page: the words, the looks and the place of some parts, once our faces are there. */
async function lookOf(parts: Element[]) {
  await document.fonts.ready
  return parts.map((part) => {
    const { left, top, width, height } = part.getBoundingClientRect()
    const looks = [...part.querySelectorAll('*')].map((each) => `${each.localName}.${each.getAttribute('class')}`)
    return { words: part.textContent, looks, place: [left, top, width, height].map(Math.round) }
  })
}

test('[CAB-02][PUB-07] (ux 48) an empty cabinet says what goes there and offers the one next step', async ({
  page,
}) => {
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

test('[CAB-01][UI-01] (ux 47) a thousand orders: twenty at first, more on demand, only what is near the view is laid out, the place kept after Back', async ({
  page,
}) => {
  await signIn(page, people.many)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.getByRole('article')).toHaveCount(20)
  // However long the list, the browser lays out only what is near the view.
  const laidOut = () => page.getByRole('article').evaluateAll(areLaidOut)
  await expect.poll(async () => (await laidOut()).at(-1)).toBe(false)
  expect((await laidOut()).at(0)).toBe(true)
  // What comes into view takes its true height: the press waits until the button stands still.
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

test('[CAB-01][CAB-04][CAB-06][AUTH-15] (ux 47) the first orders stand before the code of the app is there, the app shows them just so, and a sign-out takes them away', async ({
  page,
}) => {
  const client = await signedInClient(page)
  for (const events of [['send', 'accept'], ['nerd_found']]) {
    const order = await placeOrder(client, { title: `An essay: ${events.at(-1)}` })
    await payOrder(page, order)
    await postEvents(order.id, ...events)
    if (events.includes('accept')) await operate('PATCH', apiPaths.opsOrder(order.id), { tags_add: ['no_feedback_1d'] })
  }
  for (const title of ['third', 'fourth', 'fifth']) await placeOrder(client, { title })
  let letCodeIn = () => {}
  let code = Promise.resolve()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await code
    await route.continue()
  })
  const openWithoutCode = async () => {
    code = new Promise((resolve) => {
      letCodeIn = resolve
    })
    await page.goto(webPaths.orders(), { waitUntil: 'commit' })
  }
  const parts = page.locator('h1:visible, aside section:visible, article:visible')

  await openWithoutCode()
  await expect(parts).toHaveCount(7)
  const first = await parts.evaluateAll(lookOf)
  letCodeIn()
  await expect(page.locator('[data-for]')).toHaveCount(0)
  await expect(parts).toHaveCount(7)
  expect(await parts.evaluateAll(lookOf)).toEqual(first)

  await openWithoutCode()
  await expect(parts).toHaveCount(7)
  const other = await page.context().newPage()
  await other.goto('/icon.svg')
  await other.evaluate((key) => localStorage.removeItem(key), browserKeys.session)
  await expect(parts).toHaveCount(0)
  letCodeIn()
  await page.waitForURL(`**${webPaths.login()}`)
})

test.describe('an address that another account has', () => {
  test.use({ consoleMay: { say: [refusedRequest(422)] } })

  test('[FLOW-22] is told beside the field, and what was typed stays', async ({ page }) => {
    const { id } = await placeOrder(await signedInClient(page))
    await page.goto(webPaths.orderDetails(id))
    const email = page.getByRole('textbox', { name: 'E-mail' })
    await email.fill('top@example.com')
    await email.press('Tab')
    await expect(
      page.getByText('Another account has this e-mail. Please use a different one.').filter({ visible: true }).first(),
    ).toBeVisible()
    await expect(email).toHaveValue('top@example.com')
    await expectAccessible(page)
  })
})
