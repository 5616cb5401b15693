import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test, untilTakenOver } from '../steps/browser.ts'
import { cutOff } from '../steps/cut-off.ts'
import { people, signIn } from '../steps/sign-in.ts'

const publicPages = [
  webPaths.login(),
  webPaths.loginPhone(),
  webPaths.loginEmail(),
  webPaths.start(),
  webPaths.contactUs(),
  webPaths.terms(),
]
const clientPages = [webPaths.orders(), webPaths.newOrder(), webPaths.newOrderForm('writing'), webPaths.myInfo()]

/** In the page: whether React has taken over all of it; before that a changed word is none that it knows. */
function isTakenOver(): boolean {
  const last = [...document.querySelectorAll('footer *')].at(-1)
  return last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
}

/** In the page: writes every word two fifths longer, as other languages do, from left to right or from right to left. */
function translate(direction: 'ltr' | 'rtl'): void {
  document.documentElement.dir = direction
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.parentElement?.closest('script, style') || text.data.includes('\u200b')) continue
    const longer = (word: string) => word + word.slice(0, Math.ceil(word.length * 0.4))
    // The mark says that the text has grown.
    if (/\S/.test(text.data)) text.data = `${text.data.replaceAll(/[A-Za-z]{2,}/g, longer)}\u200b`
  }
}

/** In the page: sets the spacing that readers may set for themselves (WCAG 1.4.12), or takes it away. */
function spaceOut(wide: boolean): void {
  const sheet = new CSSStyleSheet()
  const spacing = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important'
  if (wide) sheet.replaceSync(`* { ${spacing} } p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets = [sheet]
}

/** In the page: the fields whose text is so small that a phone zooms in on them (ux 56). */
function smallFields(): string[] {
  const typed = document.querySelectorAll<HTMLElement>(
    'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select, textarea',
  )
  return [...typed]
    .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.tagName} ${field.id} ${getComputedStyle(field).fontSize}`)
}

async function expectRoomForEveryReader(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(isTakenOver)
  expect(await page.evaluate(smallFields), path).toEqual([])
  await page.evaluate(spaceOut, true)
  expect(await page.evaluate(cutOff), `${path} with wide spacing`).toEqual([])
  await page.evaluate(spaceOut, false)
  for (const direction of ['ltr', 'rtl'] as const) {
    await page.evaluate(translate, direction)
    expect(await page.evaluate(cutOff), `${path} ${direction}`).toEqual([])
  }
}

test('[UI-07] (ux 56, ux 58) cuts off nothing with wide spacing, longer words and right-to-left text', async ({
  page,
}) => {
  for (const path of publicPages) await expectRoomForEveryReader(page, path)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('[UI-07] (ux 56) (ux 58) cuts off nothing on a client’s pages', async ({ page }) => {
  await signIn(page, people.addons)
  for (const path of clientPages) await expectRoomForEveryReader(page, path)
})

test('[UI-07] (ux 57) the first paint is dark where the device is, before any script', async ({ browser, baseURL }) => {
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

test('[AUTH-17][UI-08] (ux 47) shows only a client the coming screen before the code', async ({ page }) => {
  await signIn(page, people.dana)
  for (const [path, title] of [
    [webPaths.orders(), 'My tasks'],
    [webPaths.newOrderForm('writing'), 'Tell us the size and the deadline'],
  ] as const) {
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/assets\/main-.*\.js$/, async (route) => {
      await held
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
  // Another theme is there at once: a colour that is inherited would take a frame more for each level of the page.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)

  await page.emulateMedia({ forcedColors: 'active' })
  for (const control of [page.getByRole('button', { name: 'Request the code' }), page.getByLabel('Phone number')]) {
    await expect(control).toHaveCSS('border-top-style', 'solid')
    await expect(control).not.toHaveCSS('border-top-width', '0px')
  }
})

test('(ux 53) on paper there is no menu, no button and no dark ground', async ({ page }) => {
  await signIn(page, people.addons)
  await page.goto(webPaths.myInfo())
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('header, footer, button').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(26, 28, 43)')
})

test('[UI-08] a screen that is long on its way shows progress', async ({ page }) => {
  await page.goto(webPaths.login())
  await untilTakenOver(page)
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/TermsScreen-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login with your')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  await expect(page.getByRole('progressbar')).toBeHidden()
})
