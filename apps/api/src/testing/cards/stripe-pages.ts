import type { Browser, Page } from '@playwright/test'
import type Stripe from 'stripe'
import type { BankAnswer, CardPages, PageAnswer } from './card-provider-under-test.ts'

/** The real provider's page may be slow with a card; in milliseconds. */
const answerLimitMs = 90_000
const lookEveryMs = 250
/** The buttons of the test bank's question, in a nested frame. */
const bankButtons = { complete: '#test-source-authorize-3ds', fail: '#test-source-fail-3ds' } as const

/**
 * Stripe's hosted Checkout, filled in by Chromium (CHROMIUM_PATH, or Playwright's own). Its amount and state come from
 * the API, the page's own source. Written against Stripe's documentation and others' public tests; if Stripe changes
 * the page, this file has to follow.
 */
export function stripePages(stripe: Stripe): CardPages & { close(): Promise<void> } {
  let browser: Promise<Browser> | undefined
  const sessionOf = (pageUrl: string) => stripe.checkout.sessions.retrieve(/cs_\w+/.exec(pageUrl)?.[0] ?? pageUrl)

  return {
    async amount(pageUrl) {
      return (await sessionOf(pageUrl)).amount_total ?? 0
    },

    async isClosed(pageUrl) {
      return (await sessionOf(pageUrl)).status !== 'open'
    },

    async pay(pageUrl, card, bank) {
      if (await this.isClosed(pageUrl)) return { location: null, words: '', closed: true }
      browser ??= startBrowser()
      const context = await (await browser).newContext({ locale: 'en-US' })
      try {
        const page = await context.newPage()
        await page.goto(pageUrl)
        await fillIn(page, card)
        await page.getByTestId('hosted-payment-submit-button').click()
        return await answerOf(page, new URL(pageUrl).host, bank)
      } finally {
        await context.close()
      }
    },

    async close() {
      await (await browser)?.close()
    },
  }
}

async function startBrowser(): Promise<Browser> {
  // Loaded only with a key, so that nobody else waits for it.
  const { chromium } = await import('@playwright/test')
  const { CHROMIUM_PATH: executablePath } = process.env
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium refuses its own sandbox to root, as in containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

/** The fields by their long-standing names; skips those that an account or a country does not show. */
async function fillIn(page: Page, card: string): Promise<void> {
  const number = page.locator('#cardNumber')
  await number.waitFor({ timeout: answerLimitMs })
  const email = page.locator('input#email')
  if ((await email.isVisible()) && (await email.isEditable())) await email.fill('scenario@example.com')
  await number.fill(card)
  await page.locator('#cardExpiry').fill('12 / 34')
  await page.locator('#cardCvc').fill('123')
  const name = page.locator('#billingName')
  if (await name.isVisible()) await name.fill('Ada Scenario')
  const country = page.locator('#billingCountry')
  if (await country.isVisible()) await country.selectOption('US')
  const postalCode = page.locator('#billingPostalCode')
  if (await postalCode.isVisible()) await postalCode.fill('94103')
  // Saving the card for other shops would require a phone number.
  const saveForOthers = page.locator('#enableStripePass')
  if ((await saveForOthers.isVisible()) && (await saveForOthers.isChecked())) await saveForOthers.uncheck()
}

/** Waits until the page redirects, reports an error, or the bank asks; answers the bank once. */
async function answerOf(page: Page, host: string, bank: BankAnswer): Promise<PageAnswer> {
  const stays = (words: string): PageAnswer => ({ location: null, words, closed: false })
  let answered = false
  for (const end = Date.now() + answerLimitMs; Date.now() < end; await page.waitForTimeout(lookEveryMs)) {
    const { host: now } = new URL(page.url())
    // A bank's question may fill the page, under another of Stripe's host names.
    if (now !== host && !now.endsWith('.stripe.com')) return { location: page.url(), words: '', closed: false }
    const complaint = await complaintOn(page)
    if (complaint !== '') return stays(complaint)
    const question = answered ? undefined : await bankQuestionOn(page)
    if (question === undefined) continue
    if (bank === 'abandon') return stays('The bank asks.')
    await question.locator(bankButtons[bank]).click()
    answered = true
  }
  throw new Error(`the card page did not answer within ${answerLimitMs / 1000} s`)
}

async function complaintOn(page: Page): Promise<string> {
  const complaints = await page
    .locator('.FieldError, [role="alert"]')
    .allInnerTexts()
    // The page may redirect during the read.
    .catch((): string[] => [])
  return complaints.join(' ').trim()
}

async function bankQuestionOn(page: Page) {
  for (const frame of page.frames()) {
    const isAsking = await frame
      .locator(bankButtons.complete)
      .isVisible()
      // A frame may disappear during the read.
      .catch(() => false)
    if (isAsking) return frame
  }
  return undefined
}
