import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import { messagesTo } from './mailbox.ts'
import { call, type SignedInClient } from './sign-in.ts'

/** Types a card into the provider's page of any mode and submits it. */
export async function giveCard(page: Page, card: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.locator('form button').click()
}

interface Subscription {
  id: string
  status: string
}

/** The client's newest subscription. */
export async function subscriptionOf(client: SignedInClient): Promise<Subscription> {
  const { results } = await call<{ results: Subscription[] }>('GET', apiPaths.subscriptions(client.id), {
    token: client.token,
  })
  const [newest] = results
  if (newest === undefined) throw new Error('there is no subscription')
  return newest
}

/** Advances the sandbox's clock by days for one subscription alone, until the product shows this state. */
export async function age(client: SignedInClient, days: number, status: string): Promise<void> {
  const { id } = await subscriptionOf(client)
  const answer = await fetch(`${process.env.SANDBOX_URL}/_sandbox/subscriptions/age`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription: id, seconds: Math.round(days * 24 * 3600) }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
  await expect.poll(async () => (await subscriptionOf(client)).status, { intervals: [50] }).toBe(status)
}

/** Waits for a mail to the client with these words. */
export async function expectMail(client: SignedInClient, words: string): Promise<void> {
  await expect
    .poll(async () => (await messagesTo(client.email)).some(({ text }) => text.includes(words)), { intervals: [50] })
    .toBe(true)
}
