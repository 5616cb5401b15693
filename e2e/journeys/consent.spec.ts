import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { codeIn, nextCodeTo } from '../steps/mailbox.ts'
import { unusedPhone } from '../steps/operations.ts'
import { startAct } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

/** Changes the country, and optionally the tag, in the server's answer. */
const comeFrom = (page: Page, country_code: string | null, tag?: { id: string; strict: boolean }) =>
  page.route(`**${apiPaths.visitor()}?geo=1`, (route) => route.fulfill({ json: { country_code, tag } }))

/** The consents pushed to tags, in Google's form. */
const consents = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as { dataLayer?: Iterable<unknown>[] }
    const commands = dataLayer.filter((command) => Symbol.iterator in command)
    return commands.map((command) => [...command] as [string, string, Record<string, string>])
  })

const lastConsent = async (page: Page) => (await consents(page)).at(-1)?.[2] ?? {}

/** Waits until the page knows the country and has pushed its consents. */
const untilMet = (page: Page) => expect.poll(async () => (await consents(page)).length).toBeGreaterThan(1)

const popup = (page: Page) => page.getByRole('dialog', { name: 'Cookies', exact: true })
const preferences = (page: Page) => page.getByRole('dialog', { name: 'Cookie preferences' })

test('[CONS-01][CONS-02][CONS-03] (ux 50) lets a visitor choose by keyboard, and change it in the footer', async ({
  page,
}) => {
  await comeFrom(page, 'FR')
  await page.goto(webPaths.login())
  await expect(popup(page)).toBeVisible()
  expect(await lastConsent(page)).toMatchObject({ ad_storage: 'granted', analytics_storage: 'denied' })
  await expectAccessible(page)

  // The page reserves room for the box: at the end of the scroll, its last line is above the box.
  const room = () =>
    page.evaluate(() => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      const box = document.querySelector('[role="dialog"]')?.getBoundingClientRect()
      const foot = document.querySelector('footer')?.getBoundingClientRect()
      return {
        foot: foot?.bottom ?? 0,
        boxTop: box?.top ?? window.innerHeight,
        below: window.innerHeight - (foot?.bottom ?? 0),
      }
    })
  const covered = await room()
  expect(covered.foot).toBeGreaterThan(0)
  expect(covered.foot).toBeLessThanOrEqual(covered.boxTop)

  // The page behind the box is usable: the box never covers the focused element.
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' })
  await terms.focus()
  const [boxTop, linkBottom] = await Promise.all([
    popup(page).evaluate((box) => box.getBoundingClientRect()),
    terms.evaluate((link) => link.getBoundingClientRect()),
  ])
  expect(linkBottom.bottom <= boxTop.top || linkBottom.right <= boxTop.left).toBe(true)

  await popup(page).getByRole('button', { name: 'Preferences' }).focus()
  await page.keyboard.press('Enter')
  await expect(preferences(page).getByRole('heading')).toBeFocused()
  await expect(preferences(page).getByRole('checkbox', { name: /Essential/ })).toBeDisabled()
  await expect(preferences(page).getByRole('button', { name: 'Allow selection' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(popup(page)).toBeVisible()
  await popup(page).getByRole('button', { name: 'Preferences' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(preferences(page).getByRole('checkbox', { name: /Performance/ })).toBeChecked()
  await expectAccessible(page)
  await preferences(page).getByRole('button', { name: 'Allow selection' }).press('Enter')
  await expect(preferences(page)).toBeHidden()
  await expect.poll(async () => (await room()).below, 'the room goes with the box').toBeLessThan(covered.below)
  expect(await lastConsent(page)).toMatchObject({ ad_personalization: 'denied', analytics_storage: 'granted' })

  await page.goto(webPaths.terms())
  await untilMet(page)
  await expect(popup(page)).toBeHidden()
  const change = page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' })
  await change.press('Enter')
  await expect(preferences(page).getByRole('checkbox', { name: /Performance/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  await change.press('Enter')
  await preferences(page).getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(page.getByText('Your cookie choice is saved.')).toBeAttached()
  expect(await lastConsent(page)).toMatchObject({ analytics_storage: 'denied', functionality_storage: 'denied' })
})

test.describe(() => {
  // The product of the journeys has no tag, so its policy refuses one.
  test.use({ consoleMay: { say: [/googletagmanager/] } })

  for (const pressed of ['before', 'after'] as const) {
    test(`[CONS-01][DOOR-01] keeps an answer given ${pressed} the app takes /start over`, async ({ page }) => {
      await comeFrom(page, 'FR', { id: 'GTM-ABC123', strict: false })
      const phone = unusedPhone()
      const accept = popup(page).getByRole('button', { name: 'Accept all' })
      await page.goto(webPaths.start())
      await expect(accept).toBeVisible()
      if (pressed === 'before') await accept.click()
      await page.getByLabel('Phone number').fill(phone)
      await startAct(page).click()
      await page.getByRole('textbox', { name: '5-digit code' }).fill(codeIn(await nextCodeTo(phone, 0)))
      // Without the script of `/start`, the buttons of its box would do nothing.
      const deadBoxes = page.evaluate(
        () =>
          new Promise((answer) => {
            document
              .querySelector('#root')
              ?.addEventListener('takeover', () => answer(document.querySelectorAll('[role=dialog]').length))
          }),
      )
      // The consent box is in the app's deferred parts.
      const isAppComplete = page.waitForResponse(/\/assets\/DeferredParts-/)
      await page.getByRole('button', { name: 'Confirm and login' }).click()
      expect(await deadBoxes).toBe(0)
      await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
      await isAppComplete
      if (pressed === 'after') await accept.click()
      await expect(popup(page)).toHaveCount(0)
      // The scripts of `/start` and of the app share one consent and one tag.
      expect((await consents(page)).filter(([, command]) => command === 'default')).toHaveLength(1)
      await expect(page.locator('script[src*="googletagmanager"]')).toHaveCount(1)
      await page.reload()
      await untilMet(page)
      expect(await lastConsent(page)).toMatchObject({ ad_storage: 'granted', analytics_storage: 'granted' })
      await expect(popup(page)).toHaveCount(0)
    })
  }
})

test('[CONS-01][CONS-05][API-08] asks no visitors from other or unknown countries @prove', async ({ page }) => {
  // The product's answer without an address database.
  const answered = page.waitForResponse(`**${apiPaths.visitor()}?geo=1`)
  await page.goto(webPaths.login())
  expect(await (await answered).json()).toEqual({ country_code: null })
  await untilMet(page)
  await expect(popup(page)).toBeHidden()
  expect(await lastConsent(page)).toMatchObject({ security_storage: 'granted', analytics_storage: 'denied' })

  await comeFrom(page, 'US')
  await page.reload()
  await untilMet(page)
  await expect(popup(page)).toBeHidden()
  expect(Object.values(await lastConsent(page))).toEqual(Array(7).fill('granted'))
})

test('[CONS-01] (ux 56) leaves half of a small window to the page @prove', async ({ page }) => {
  await comeFrom(page, 'NO')
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(webPaths.loginPhone())
  await expect(popup(page)).toBeVisible()
  await expectAccessible(page)
  await popup(page).getByRole('button', { name: 'Accept all' }).click()
  await expect(popup(page)).toBeHidden()
  expect(Object.values(await lastConsent(page))).toEqual(Array(7).fill('granted'))
})

test('[CONS-01][UI-07] (ux 55, ux 56) keeps the focus in view at 400 % zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await comeFrom(page, 'FR')
  await signedInClient(page)
  await page.goto(webPaths.newOrderForm('writing'))
  await expect(popup(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'Subject' }).focus()
  const inView = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused.closest('[role="dialog"]') !== null) return 'left the page'
      const { left, right, top, bottom } = focused.getBoundingClientRect()
      const isInView = [0.1, 0.5, 0.9].some((part) => {
        const at = document.elementFromPoint((left + right) / 2, top + (bottom - top) * part)
        return at !== null && (focused.contains(at) || at.contains(focused) || at.closest('label') !== null)
      })
      return isInView ? 'in view' : `${focused.outerHTML.slice(0, 120)} is covered`
    })
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await inView()) === 'left the page') break
    // Scrolling may take a moment.
    await expect.poll(inView).toBe('in view')
  }
})
