import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'
import { call } from './sign-in.ts'

/** An order created without its screens. */
export interface PlacedOrder {
  id: string
  /** Path of the payment link. */
  payment: string
}

/** Creates an order of a signed-in client; by default two pages for 12 hours from now, $48.00, with a description. */
export async function placeOrder(client: { token: string }, facts: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const { id, payment_link } = await call<{ id: string; payment_link: string }>('POST', apiPaths.orders(), {
    token: client.token,
    body: {
      type: 'Essay (writing)',
      subject: 'History',
      size: '2 Pages',
      details: 'Weigh the causes of the war.',
      deadline: new Date(Date.now() + 11.75 * 3_600_000).toISOString(),
      ...facts,
    },
  })
  return { id, payment: new URL(payment_link).pathname }
}

/** Pays an order on its card page and returns that page's address; ends on the thank-you page. */
export async function payOrder(page: Page, order: PlacedOrder): Promise<string> {
  await page.goto(order.payment)
  const cardPage = page.url()
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(order.id)}`)
  // The page shows before the payment is booked.
  await expect(seen(page, /^Paid \$/)).toBeVisible()
  return cardPage
}

/** The card holder disputes the payment of a card page. */
export async function dispute(cardPage: string): Promise<void> {
  const session = /\/c\/pay\/([^/?#]+)/.exec(cardPage)?.[1]
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const paid = await fetch(`${process.env.SANDBOX_URL}/v1/checkout/sessions/${session}`, { headers })
  const { payment_intent } = (await paid.json()) as { payment_intent: string }
  const opened = await fetch(`${process.env.SANDBOX_URL}/_sandbox/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent }),
  })
  expect(opened.ok).toBe(true)
}

/** Visible text anywhere on the page. */
export const seen = (page: Page, text: string | RegExp): Locator =>
  page.getByText(text).filter({ visible: true }).first()

/** An amount by itself: a total. */
export const total = (page: Page, amount: string): Locator =>
  page.getByText(amount, { exact: true }).filter({ visible: true }).first()

/** The main button of `/start`; on a phone its name has the price (DOOR-01). */
export const startAct = (page: Page): Locator => page.getByRole('button', { name: /^(\$[\d.]+ · )?Continue$/ })

/** Chooses a job type on the first step. */
export async function chooseJobType(page: Page, name: string): Promise<void> {
  await page.goto(webPaths.newOrder())
  await page.getByRole('radio', { name }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/\/neworder\/\w+$/)
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible()
}

/** Chooses a subject by typing it. */
export async function chooseSubject(page: Page, subject: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Subject' }).fill(subject)
  await page.getByRole('option', { name: subject, exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue(subject)
}

/** Submits the form, which creates the order; returns its key. */
export async function getItDone(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Get it done' }).click()
  await page.waitForURL(/\/order\/[^/]+\/details$/)
  return /\/order\/([^/]+)\//.exec(page.url())?.[1] ?? ''
}

/** Confirms being 18 or older, if asked (LAW-02). */
export async function confirmAge(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'I am 18 or older' })
  if (await box.isVisible()) await box.check()
}

/** Writes the task and continues to the extra services. */
export async function describeTask(page: Page, text: string, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'Task description' }).fill(text)
  await confirmAge(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/extra-services$/)
}

/** Goes to the card page. */
export async function goToCardPage(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Pay \$/ })
    .or(page.getByRole('button', { name: /^Pay \$/ }))
    .first()
    .click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
}

/** Fills in the card page and presses its button. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** An unused good card from the sandbox’s own range, with its check digit (Luhn). */
export function newCard(): string {
  const digits = [4, 2, 4, 2, 4, 2, 4, 2, ...Array.from({ length: 7 }, () => Math.floor(Math.random() * 10))]
  const doubled = digits.reduce(
    (sum, digit, at) => sum + (at % 2 === 0 ? Math.floor(digit / 5) + ((digit * 2) % 10) : digit),
    0,
  )
  return [...digits, (10 - (doubled % 10)) % 10].join('')
}

/** Numbers of the provider’s test cards. */
export const cards = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' } as const
