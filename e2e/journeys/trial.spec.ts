import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { cards, seen } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'
import { age, expectMail, giveCard } from '../steps/subscribing.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** At both widths: the same texts in another layout. */
async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, 'sideways scroll at 320 px').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Elite's benefits (SUB-02), in the words of its card. */
const elitePerks = [
  'Free TOP Nerd',
  '2-hour urgent time frame',
  'Free Plagiarism Report for essays',
  'Preferred Nerds',
  'Free Prioritize my Task',
  'Your own team',
  'VIP phone',
]

test('[SUB-05][SUB-06][SUB-11] (abuse 22) tries, fails, changes card, leaves, and has no second trial @prove', async ({
  page,
}) => {
  const client = await signedInClient(page, { tags: ['canceled_addons_subscription'] })
  await page.goto(webPaths.subscription())
  await expect(heading(page)).toHaveText('Pick a plan')
  await expect(page.getByText('Your first 30 days of Premium or Elite are free.')).toBeVisible()
  await page.getByRole('radio', { name: /Elite/ }).check()
  await expect(page.getByText(/^Elite: no charge today\. From .* it’s \$27 a month/)).toBeVisible()
  await expect(page.getByText(/Cancel on this page in two steps/)).toBeVisible()
  for (const perk of elitePerks) await expect(seen(page, perk)).toBeVisible()
  await expect(page.locator('summary', { hasText: 'How do I cancel?' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await button(page, 'Start 30-day free trial').click()
  await giveCard(page, '4000 0000 0000 0341')
  await page.waitForURL(`**${webPaths.subscriptionDone()}`)
  await expect(heading(page)).toHaveText('My subscription')
  await expect(page.getByText(/^Free until /)).toBeVisible()
  await expectMail(client, 'You weren’t charged.')

  await age(client, 30.1, 'past_due')
  await page.goto(webPaths.subscription())
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(
    'It seems like the payment for your subscription is past due. You will be charged within 7 days after the last unsuccessful payment.',
  )
  await expect(notice.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    webPaths.messages('support'),
  )
  await expect(page.getByText('Payment failed').first()).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await button(page, 'Change payment method').click()
  await giveCard(page, cards.good)
  await page.waitForURL(`**${webPaths.subscriptionDone()}`)
  await expect(page.getByText('Active')).toBeVisible()
  await expect(page.getByText('Ending in 4242')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()

  await button(page, 'Cancel the plan').click()
  await expect(page.getByRole('dialog')).toContainText('we won’t charge you again')
  await expectAccessible(page)
  await button(page, 'Keep the plan').click()
  await button(page, 'Cancel the plan').click()
  await button(page, 'Yes, cancel').click()
  await expect(page.getByText(/^\w{3}, .* We won’t charge you again\.$/)).toBeVisible()
  await expectMail(client, 'You won’t be charged again.')
  await button(page, 'Keep the plan after all').click()
  await expect(page.getByText(/^\$27 on /)).toBeVisible()

  await button(page, 'Change the plan').click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Prime Plus/ })
    .check()
  await button(page, 'See what it costs').click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/\$\d+\.\d\d now for the rest of this month/)
  await button(page, 'Change to Prime Plus').click()
  await expect(page.getByRole('heading', { name: 'Prime Plus' })).toBeVisible()
  await age(client, 32, 'active')
  // The plan stays active; its credit follows the month's payment.
  const balanceOf = async () => {
    const me = await call<{ available_balance: number }>('GET', apiPaths.me(), { token: client.token })
    return me.available_balance
  }
  await expect.poll(balanceOf, { intervals: [50] }).toBe(60)
  await page.goto(webPaths.myInfo())
  await expect(page.getByText('$60.00').first()).toBeVisible()
  await expect(page.getByText('Monthly credit of your plan')).toBeVisible()

  // Another person with the same card (abuse 22).
  await signedInClient(page, { tags: ['canceled_addons_subscription'] })
  await page.goto(webPaths.subscription())
  await button(page, 'Start 30-day free trial').click()
  await giveCard(page, '4000 0000 0000 0341')
  await page.waitForURL(`**${webPaths.subscriptionDone()}`)
  await expect(page.getByRole('alert')).toContainText('Your free trial couldn’t start')
  await expect(page.getByRole('alert')).toContainText('it’s one per person. We charged nothing')
  await expect(heading(page)).toHaveText('Pick a plan')
})
