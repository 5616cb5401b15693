import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { placeOrder } from '../steps/ordering.ts'
import { people, signedInClient, signIn } from '../steps/sign-in.ts'

/** In the page: which of some cards have their contents laid out, rather than only a place kept for them. */
const areLaidOut = (cards: Element[]): boolean[] =>
  cards.map((card) => card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? false)

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
  await page.getByRole('button', { name: 'Show more' }).click()
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
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place / 2)
  await expect.poll(async () => (await laidOut()).at(15)).toBe(false)
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
