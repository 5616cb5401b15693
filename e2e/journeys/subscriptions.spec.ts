import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { openMenu } from '../steps/menu.ts'
import { operate, postEvents, ops } from '../steps/operations.ts'
import { cards, payOrder, placeOrder, seen } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'
import { cutOff } from '../steps/cut-off.ts'
import { expectMail, giveCard, subscriptionOf } from '../steps/subscribing.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('[SUB-03][SUB-07][PUB-03] (ux 32) subscribes, renames and refunds once per double press', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/(create_subscription_sesssion|me|refund)$/.test(request.url()) && request.method() !== 'GET')
      sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  const client = await signedInClient(page)
  await page.goto(webPaths.subscription())
  await page
    .getByRole('radio', { name: /Prime\b/ })
    .first()
    .check()
  await expect(page.getByText(/^Prime: \$29 today, then every month from /)).toBeVisible()
  // On a phone it is at the bottom of the screen.
  if ((page.viewportSize()?.width ?? 0) < 900)
    await expect(button(page, 'Subscribe, $29 a month')).toBeInViewport({ ratio: 1 })
  await button(page, 'Subscribe, $29 a month').dblclick()
  await giveCard(page, cards.good)
  await page.waitForURL(`**${webPaths.subscriptionDone()}`)
  await expect(page.getByText('Active')).toBeVisible()
  await expect(page.getByText(/^You’re on Prime\. Next charge /)).toBeVisible()
  // Also with a long e-mail address (EASE-11).
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await page.evaluate(cutOff)).toEqual([])
  if (usual !== null) await page.setViewportSize(usual)

  await expect(button(page, 'Submit')).toBeHidden()
  await page.getByLabel('Nickname').fill('Sam')
  await button(page, 'Submit').dblclick()
  await expect(page.getByText('Nickname saved')).toBeVisible()

  await button(page, 'Cancel now and get this month back').click()
  await button(page, 'Yes, end it and refund me').dblclick()
  await expect(heading(page)).toHaveText('Pick a plan')
  expect(sent).toEqual(['create_subscription_sesssion', 'me', 'refund'])
  await expectMail(client, '$29.00 goes back to your card')
  expect(await subscriptionOf(client)).toMatchObject({ status: 'canceled' })
})

test.describe('a changed offer', () => {
  test.use({ consoleMay: { say: [refusedRequest(422)] } })

  test('[SUB-07] reloads the page after a 422, and shows the current offer', async ({ page }) => {
    const tag = 'canceled_addons_subscription'
    const client = await signedInClient(page, { tags: [tag] })
    await page.goto(webPaths.subscription())
    await expect(page.getByText('Your first 30 days of Premium or Elite are free.')).toBeVisible()
    await operate('PATCH', opsPaths.client(client.id), { tags_remove: [tag] })
    await button(page, 'Start 30-day free trial').click()
    await expect(page.getByText('One plan, charged once a month.')).toBeVisible()
    await expect(button(page, 'Subscribe, $7 a month')).toBeVisible()
  })
})

test('[SUB-04][SUB-12][UI-04] offers the plans by banner, menu and popup, but not without an e-mail @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  await postEvents(order.id, 'nerd_found', 'final_touches', 'send')
  await page.goto(webPaths.orders())
  const banner = page.getByText('Less waiting, better Nerds')
  await expect(banner).toBeVisible()
  await openMenu(page)
  await expect(page.getByRole('link', { name: /My subscription\s*Special/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(webPaths.premiumOffer())
  await expect(page.getByRole('dialog', { name: 'Go premium' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Not now').click()
  await expect(page).toHaveURL(new RegExp(`${webPaths.orders()}$`))
  await expect.poll(async () => (await ops.client(client.id)).userdef).toEqual({ isSubscriptionPopupShown: true })
  const offer = page.getByRole('dialog', { name: 'Go premium' })
  await page.goto(webPaths.premiumOffer())
  await expect(offer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`${webPaths.orders()}$`))
  await page.goto(webPaths.premiumOffer())
  await offer.getByRole('button', { name: 'See the plans' }).click()
  await page.waitForURL(`**${webPaths.subscription()}`)
  await page.goto(webPaths.orders())
  await page.getByText('Less waiting, better Nerds').locator('xpath=../..').getByRole('button').click()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect(banner).toBeHidden()

  const nobody = await signedInClient(page, { email: `x${Date.now()}@placeholder.test` })
  expect(nobody.id).not.toBe(client.id)
  await page.goto(webPaths.subscription())
  await page.waitForURL(`**${webPaths.myInfo()}`)
})

/** Plans without a trial: the plan, its price, its tag, and the expectation about the client. */
const boughtDirectly = [
  { plan: 'Premium', price: '$7', tag: 'subscription_nerdify_basic', facts: {}, credit: undefined },
  { plan: 'Prime Plus', price: '$39', tag: 'subscription_nerdify_prime_plus', facts: {}, credit: '$60.00' },
  {
    plan: 'Elite add-ons',
    price: '$7',
    tag: 'subscription_premium_addons',
    facts: { exp_data: { subscription_nerdy: 'addons' }, tags: ['subscription_inactive'] },
    credit: undefined,
  },
] as const

test('[SUB-01][SUB-02][SUB-13] buys Premium, Prime Plus and the add-ons, each active with its benefits @prove', async ({
  page,
}) => {
  for (const { plan, price, tag, facts, credit } of boughtDirectly) {
    const client = await signedInClient(page, facts)
    await page.goto(webPaths.subscription())
    const choice = page.getByRole('radio', { name: `${plan} ${price} a month` })
    await choice.check()
    await expect(page.getByText(new RegExp(`^${plan}: \\${price} today, then every month from `))).toBeVisible()
    await button(page, `Subscribe, ${price} a month`).click()
    await giveCard(page, cards.good)
    await page.waitForURL(`**${webPaths.subscriptionDone()}`)
    await expect(page.getByRole('heading', { name: plan, exact: true })).toBeVisible()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await expect(page.getByText(new RegExp(`^\\${price} on `))).toBeVisible()
    await expectMail(client, `${price}.00`)

    const { tags } = await ops.client(client.id)
    expect(tags.toSorted()).toEqual(['subscription_active', tag].toSorted())
    await openMenu(page)
    await expect(page.getByRole('link', { name: 'My subscription', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(webPaths.myInfo())
    if (credit === undefined) {
      await expect(page.getByText('No changes to your balance yet.')).toBeVisible()
    } else {
      await expect(seen(page, credit)).toBeVisible()
      await expect(seen(page, 'Monthly credit of your plan')).toBeVisible()
    }
    // The add-ons restore the step that the experiment removes for a lapsed client.
    await page.goto(webPaths.newOrder())
    await expect(page.getByText('Step 1 of 4')).toBeVisible()
  }
})

test('[SUB-04][SUB-05][REF-03] each tag of operations shows, hides or redirects a screen @prove', async ({ page }) => {
  const client = await signedInClient(page)
  const change = (facts: Record<string, unknown>) => operate('PATCH', opsPaths.client(client.id), facts)
  const menuLink = (name: string) => page.getByRole('navigation').getByRole('link', { name })

  for (const [tag, asked, entry] of [
    ['nerdify_top_50', webPaths.subscription(), 'My subscription'],
    ['NOreferral', webPaths.refCabinet(), 'Get $20 referral link'],
  ] as const) {
    await page.goto(asked)
    await expect(heading(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(asked)
    await openMenu(page)
    await expect(menuLink(entry)).toBeVisible()
    await change({ tags_add: [tag] })
    await page.goto(asked)
    await page.waitForURL(`**${webPaths.orders()}`)
    await openMenu(page)
    await expect(menuLink('My info')).toBeVisible()
    await expect(menuLink(entry)).toHaveCount(0)
    await change({ tags_remove: [tag] })
  }

  await page.goto(webPaths.subscription())
  await expect(page.getByText('One plan, charged once a month.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await change({ tags_add: ['canceled_addons_subscription'], exp_data: { subscription_nerdy: 'addons' } })
  await page.reload()
  await expect(page.getByText('Your first 30 days of Premium or Elite are free.')).toBeVisible()
  // The experiment lists the add-ons first, which have no trial.
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/^Elite add-ons/)
  await expect(button(page, 'Subscribe, $7 a month')).toBeVisible()
  await page.getByRole('radio', { name: /^Premium/ }).check()
  await expect(button(page, 'Start 30-day free trial')).toBeVisible()

  await change({ tags_add: ['subscription_pastdue'] })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'You will be charged within 7 days after the last unsuccessful payment.',
  )
  await expect(page.getByRole('alert').getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    webPaths.messages('support'),
  )
})
