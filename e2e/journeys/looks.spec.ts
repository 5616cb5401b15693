import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { people, signIn } from '../steps/sign-in.ts'

test('[UI-07] (ux 57) the first paint is dark on a dark device, before any script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: 'dark',
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  for (const path of [webPaths.login(), webPaths.orders()]) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(19, 21, 29)')
    await expect(page.locator('html')).toHaveCSS('color-scheme', /dark/)
    await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'light dark')
  }
  await context.close()
})

test.describe(() => {
  // The link is unknown.
  test.use({ consoleMay: { say: [refusedRequest(422)] } })

  test('[AUTH-17][UI-08] (ux 47) shows the next screen before its code to clients only', async ({ page }) => {
    await signIn(page, people.dana)
    for (const [path, title] of [
      [webPaths.orders(), 'My tasks'],
      [webPaths.newOrderForm('writing'), 'Tell us the size and the deadline'],
      [webPaths.myInfo(), 'My info'],
    ] as const) {
      let release = () => undefined as void
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/assets\/main-.*\.js$/, async (route) => {
        await gate
        await route.continue()
      })
      const heading = page.locator('h1', { hasText: title })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(heading).toBeVisible()
      const before = await heading.boundingBox()
      release()
      await expect(page.locator('main[aria-busy]')).toHaveCount(0)
      expect(await page.getByRole('heading', { name: title }).boundingBox()).toEqual(before)
      await page.unrouteAll()
    }

    await page.evaluate(() => localStorage.clear())
    await page.route(/assets\/main-.*\.js$/, () => undefined)
    await page.goto(webPaths.orders(), { waitUntil: 'commit' })
    await expect(page.locator('header').filter({ visible: true })).toContainText('Nerdify')
    await expect(page.locator('h1').filter({ visible: true })).toHaveCount(0)
    await page.goto(webPaths.shortLink('A'.repeat(22)), { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'We are logging you in' })).toBeVisible()
  })
})

test('[UI-07] (ux 57) respects reduced motion, and keeps edges in forced colors', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(webPaths.login())
  const tokens = await page.evaluate(() =>
    ['--quick', '--base', '--slow'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
  )
  expect(tokens).toEqual(['0s', '0s', '0s'])
  await page.getByRole('link', { name: /Phone number/ }).click()
  await expect(page.getByRole('button', { name: 'Request the code' })).toBeVisible()
  const moving = await page.evaluate(
    () => document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().endTime) > 10).length,
  )
  expect(moving).toBe(0)
  // The theme changes without a transition: an inherited color would take another frame per level of the page.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)

  await page.emulateMedia({ forcedColors: 'active' })
  for (const control of [page.getByRole('button', { name: 'Request the code' }), page.getByLabel('Phone number')]) {
    await expect(control).toHaveCSS('border-top-style', 'solid')
    await expect(control).not.toHaveCSS('border-top-width', '0px')
  }
})

test('(ux 53) prints without menu, buttons and dark ground', async ({ page }) => {
  await signIn(page, people.addons)
  await page.goto(webPaths.myInfo())
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('header, footer, button').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(26, 28, 43)')
})

test('[UI-08] a slow screen shows progress', async ({ page }) => {
  await page.goto(webPaths.login())
  await untilHydrated(page)
  let release = () => undefined as void
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/TermsScreen-.*\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login with your')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  await expect(page.getByRole('progressbar')).toBeHidden()
})
