import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { signedInClient } from '../steps/sign-in.ts'

const pages = [
  { path: webPaths.privacyPolicy(), title: 'Privacy Policy', says: 'Last updated May 25, 2018' },
  { path: webPaths.terms(), title: 'Terms of Use', says: 'You must be at least 18 years old.' },
  { path: webPaths.refunds(), title: 'Refunds and policies', says: 'These sections belong to the Terms of Use.' },
]

test('[PUB-01][PUB-02][PUB-03] shows the policies without scripts, each with title and description', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  const descriptions = new Set<string | null>()
  for (const { path, title, says } of pages) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page).toHaveTitle(`${title} · Nerdify`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(says)).toBeVisible()
    descriptions.add(await page.locator('meta[name="description"]').getAttribute('content'))
  }
  expect(descriptions.size).toBe(pages.length)
  await page.locator('summary', { hasText: 'Prohibited requests' }).click()
  await expect(page.getByText('Handing it in as your own work is not allowed.')).toBeVisible()
  await context.close()
})

test('[PUB-09] gives every prerendered page a title and a description of its own', async ({ page }) => {
  const ahead = [
    webPaths.login(),
    webPaths.loginPhone(),
    webPaths.loginEmail(),
    webPaths.loginEmailSent(),
    webPaths.loginEmailUnknown(),
    webPaths.privacyPolicy(),
    webPaths.terms(),
    webPaths.refunds(),
    webPaths.contactUs(),
    webPaths.messageWasSent(),
    webPaths.offline(),
  ]
  const [titles, descriptions] = [new Set<string>(), new Set<string>()]
  for (const path of ahead) {
    const html = await (await page.request.get(path)).text()
    titles.add(/<title>(.+?)<\/title>/.exec(html)?.[1] ?? '')
    descriptions.add(/<meta name="description" content="(.+?)"/.exec(html)?.[1] ?? '')
  }
  expect([titles.size, descriptions.size]).toEqual([ahead.length, ahead.length])
  expect([...titles, ...descriptions]).not.toContain('')
})

test('[PUB-03][PUB-04] (ux 55) opens sections by keyboard alone, and the honor code by its address', async ({
  page,
}) => {
  await page.goto(webPaths.refunds())
  const refunds = page.locator('summary', { hasText: /^Refunds$/ })
  await refunds.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You may ask for a refund within 30 days.', { exact: false })).toBeVisible()

  await page.goto('about:blank')
  await page.goto(webPaths.prohibitedRequests())
  await expect(
    page.getByText('Our honor code: what you get here is for study and reference.', { exact: false }),
  ).toBeInViewport()
  await expectAccessible(page)
})

test('[UI-02][PUB-01][PUB-02] the footer leads to both pages and shows the accepted cards', async ({ page }) => {
  await page.goto(webPaths.login())
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('list', { name: 'Cards accepted' }).getByRole('listitem')).toHaveCount(4)
  await footer.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.locator('summary')).toHaveCount(5)
  await footer.getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  await page.getByRole('link', { name: 'Refunds and all policies' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds and policies')
})

test('[UI-01][UI-07] (ux 56) offers Login to strangers and My tasks to clients, also at 320 px @prove', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(webPaths.terms())
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL(`**${webPaths.login()}`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()

  await signedInClient(page)
  await page.goto(webPaths.refunds())
  await page.getByRole('banner').getByRole('link', { name: 'My tasks' }).click()
  await page.waitForURL(`**${webPaths.orders()}`)
})

test.describe('an unknown path', () => {
  test.use({ consoleMay: { say: [refusedRequest(404)] } })

  test('[PUB-08][PUB-09] answers 404 with its text, also without scripts', async ({ browser, baseURL, page }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    })
    const still = await context.newPage()
    expect((await still.goto('/no/such/page'))?.status()).toBe(404)
    await expect(still.getByRole('main')).toContainText("Ooops.. We can't find the page you're looking for.")
    await context.close()
    await page.goto('/no/such/page')
    await expect(page.getByRole('link', { name: 'Contact us' }).first()).toHaveAttribute('href', webPaths.contactUs())
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL(`**${webPaths.login()}`)
  })
})
