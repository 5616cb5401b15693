import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { applyCode } from '../steps/coupons.ts'
import { confirmIdentity } from '../steps/identity.ts'
import { codeIn, linkIn, nextCodeTo, nextMessageTo } from '../steps/mailbox.ts'
import { openByMenu } from '../steps/menu.ts'
import { postEvents, unusedPhone } from '../steps/operations.ts'
import {
  chooseJobType,
  chooseSubject,
  describeTask,
  getItDone,
  goToCardPage,
  newCard,
  payWith,
  seen,
  startAct,
  total,
} from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

declare global {
  interface Window {
    /** The calls of the device's share sheet. */
    shared: ShareData[]
  }
}

/** In the page, before all scripts: a device with a share sheet, which the person closes the first time. */
function withShareSheet(): void {
  window.shared = []
  const share = async (data: ShareData) => {
    window.shared.push(data)
    if (window.shared.length === 1) throw new DOMException('Share canceled', 'AbortError')
  }
  Object.defineProperty(navigator, 'share', { value: share })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A client's referral bonuses in dollars: available, and pending until a delivery. */
const bonusesOf = async (token: string) =>
  (await call<{ referral_details: { earn: number; pending: number } }>('GET', apiPaths.me(), { token }))
    .referral_details
const figure = (page: Page, term: string) =>
  page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]')

// A first e-mail after a texted link asks for a code.
test.use({ consoleMay: { say: [refusedRequest(422)] } })

test('[REF-01][REF-02][REF-04] (ux 52) shares the link; a friend pays $20 less, and earns $20', async ({
  page,
  context,
  browser,
}) => {
  const phoneSize = { width: 390, height: 844 }
  await page.setViewportSize(phoneSize)
  const client = await signedInClient(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const askedOrigins = new Set<string>()
  page.on('request', (request) => askedOrigins.add(new URL(request.url()).origin))
  await page.goto(webPaths.orders())
  await openByMenu(page, 'Get $20 referral link')
  await page.waitForURL(`**${webPaths.refCabinet()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give $20, get $20')

  // The link contains the public code; the private one, which signs in, is nowhere on the page.
  const codes = await call<{ referral_code: string; profile_referral_code: string }>('GET', apiPaths.me(), {
    token: client.token,
  })
  const field = page.getByLabel('Your link')
  await expect(field).toHaveValue(new URL(page.url()).origin + webPaths.shareLink(codes.profile_referral_code))
  const link = await field.inputValue()
  expect(await page.content()).not.toContain(codes.referral_code)

  // "copied" shows for 1500 ms.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await button(page, 'Copy').click()
  await expect(button(page, 'copied')).toBeVisible()
  await expect(page.getByRole('status').getByText('copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.clock.runFor(1_499)
  await expect(button(page, 'copied')).toBeVisible()
  await page.clock.runFor(1)
  await expect(button(page, 'Copy')).toBeVisible()
  await page.clock.resume()

  for (const way of ['E-mail', 'Facebook', 'Twitter', 'Messenger', 'SMS']) {
    const href = await page.getByRole('link', { name: way, exact: true }).getAttribute('href')
    expect(href, way).toContain(encodeURIComponent(link))
  }
  const board = page.getByRole('table', { name: 'Referral leaderboard, sample ranks' })
  // The columns, three samples, and the client's own rank.
  await expect(board.getByRole('row')).toHaveCount(5)
  await expect(board.getByRole('row').last()).toHaveText(/^100\s*You/)
  await expect(page.getByText('Ranks above yours are samples.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByRole('link', { name: 'E-mail', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'SMS', exact: true })).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize(phoneSize)

  // The page offers the device's own share sheet; closing it is no error.
  expect(await page.evaluate(() => 'share' in navigator)).toBe(false)
  await expect(button(page, 'Share')).toHaveCount(0)
  await page.addInitScript(withShareSheet)
  await page.reload()
  await button(page, 'Share').click()
  await button(page, 'Share').click()
  const sheet = { title: 'Nerdify', text: 'Here is $20 off your first order at Nerdify:', url: link }
  expect(await page.evaluate(() => window.shared)).toEqual([sheet, sheet])
  // No request to a social network.
  expect([...askedOrigins]).toEqual([new URL(link).origin])

  // The friend opens the link in their own browser, leaves a number and gets a text.
  const friends = await browser.newContext()
  const friend = await friends.newPage()
  const phone = unusedPhone()
  await friend.goto(link)
  // The browser keeps the code until sign-up: the friend looks around, and returns without it in the address.
  await friend.waitForFunction((code) => JSON.stringify(localStorage).includes(code), codes.profile_referral_code)
  await friend.goto(new URL(webPaths.contactUs(), link).href)
  await friend.getByLabel('Phone number').fill(phone)
  await button(friend, 'Text me').click()
  await friend.waitForURL(`**${webPaths.messageWasSent()}`)
  await friend.goto(linkIn(await nextMessageTo(phone, 0)))
  await friend.waitForURL(`**${webPaths.newOrder()}`)
  await chooseJobType(friend, 'Essay writing')
  await chooseSubject(friend, 'History')
  const orderId = await getItDone(friend)
  await expect(total(friend, '$28.00')).toBeVisible()
  // A texted link's session can order; a new sign-in address needs a code (SAFE-03).
  await friend.getByRole('textbox', { name: 'E-mail' }).fill(`${phone.replace(/\D/g, '')}@example.com`)
  await friend.getByRole('textbox', { name: 'Task description' }).focus()
  await confirmIdentity(friend, { phone })
  await describeTask(friend, 'Causes of the French Revolution', `${phone.replace(/\D/g, '')}@example.com`)
  await expect(total(friend, '$28.00')).toBeVisible()

  await page.reload()
  await expect(figure(page, 'friends invited')).toHaveText('1')
  await expect(figure(page, 'friends who used the service')).toHaveText('0')
  await expect(figure(page, 'total bonuses')).toHaveText('$0')

  await goToCardPage(friend)
  await expect(button(friend, 'Pay $28.00')).toBeVisible()
  await payWith(friend, newCard())
  await friend.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
  await expect(seen(friend, /^Paid \$28\.00/)).toBeVisible()
  await friends.close()

  // The bonus is pending after the payment, and joins the balance at delivery.
  await expect.poll(() => bonusesOf(client.token), { intervals: [100] }).toMatchObject({ earn: 0, pending: 20 })
  await page.reload()
  await expect(figure(page, 'total bonuses')).toHaveText('$0')
  await expect(seen(page, /^\$20\.00 more is pending\./)).toBeVisible()
  await page.goto(webPaths.myInfo())
  await expect(seen(page, /^\$20\.00 from friends is pending\./)).toBeVisible()
  await postEvents(orderId, 'send')
  await page.goto(webPaths.refCabinet())
  await expect(figure(page, 'total bonuses')).toHaveText('$20')
  await expect(figure(page, 'friends who used the service')).toHaveText('1')
  await expect(board.getByRole('row').last()).toContainText('$20')
  await page.goto(webPaths.myInfo())
  await expect(seen(page, '$20.00')).toBeVisible()
  await expect(seen(page, 'A friend of yours used Nerdify')).toBeVisible()
})

test('[REF-04][DISC-12] names the friend’s gift at each step until a paid order uses it', async ({ page, browser }) => {
  const friends = await browser.newContext()
  const { token } = await signedInClient(await friends.newPage())
  await friends.close()
  const me = () => call<{ profile_referral_code: string }>('GET', apiPaths.me(), { token })
  const { profile_referral_code } = await me()
  const phone = unusedPhone()
  const gift = () => seen(page, 'From your friend')
  const price = async (amount: string) => expect(total(page, amount)).toBeVisible()

  await page.goto(`${webPaths.start()}?ref=${profile_referral_code}`)
  await expect(seen(page, 'A friend sent you: $20 off your first order.')).toBeVisible()
  await expect(gift()).toBeVisible()
  await price('$28.00')
  await untilHydrated(page)
  await page.getByLabel('Phone number').fill(phone)
  await startAct(page).click()
  await page.getByRole('textbox', { name: '5-digit code' }).fill(codeIn(await nextCodeTo(phone, 0)))
  await button(page, 'Confirm and login').click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
  await expect(gift()).toBeVisible()
  await price('$28.00')

  // The first order: another coupon instead, none, and the gift again by one press.
  await chooseSubject(page, 'History')
  await applyCode(page, 'NERD10')
  await price('$43.20')
  await expect(page.getByText('From your friend')).toHaveCount(0)
  await button(page, 'Remove').click()
  await price('$48.00')
  await button(page, 'Use your friend’s $20').click()
  await price('$28.00')
  await expect(gift()).toBeVisible()
  const first = await getItDone(page)
  await describeTask(page, 'Causes of the French Revolution', `${phone.replace(/\D/g, '')}@example.com`)
  await expect(gift()).toBeVisible()
  await goToCardPage(page)
  await expect(seen(page, /Essay writing, 2 pages: .*; From your friend: −\$20\.00/)).toBeVisible()
  await expect(button(page, 'Pay $28.00')).toBeVisible()

  // It stays unpaid; the second order has the gift too, and pays with it.
  await chooseJobType(page, 'Essay writing')
  await expect(gift()).toBeVisible()
  await chooseSubject(page, 'History')
  const second = await getItDone(page)
  await describeTask(page, 'Causes of the Russian Revolution', `${phone.replace(/\D/g, '')}@example.com`)
  await goToCardPage(page)
  await payWith(page, newCard())
  await page.waitForURL((url) => url.pathname === webPaths.orderThankYou(second))
  await expect(seen(page, /^Paid \$28\.00/)).toBeVisible()

  await page.goto(webPaths.orderForm(first))
  await expect(seen(page, 'You used your friend’s $20 on another order.')).toBeVisible()
  await price('$48.00')
  await expect(page.getByText('From your friend')).toHaveCount(0)
  await expect(button(page, 'Use your friend’s $20')).toHaveCount(0)

  // One reward per friend, however much they pay later.
  const pending = async () => (await bonusesOf(token)).pending
  await expect.poll(pending, { intervals: [100] }).toBe(20)
  await page.goto(webPaths.orderExtraServices(first))
  await goToCardPage(page)
  await expect(seen(page, /Essay writing, 2 pages/)).toBeVisible()
  await expect(page.getByText('From your friend')).toHaveCount(0)
  await payWith(page, newCard())
  await page.waitForURL((url) => url.pathname === webPaths.orderThankYou(first))
  await expect(seen(page, /^Paid \$48\.00/)).toBeVisible()
  expect(await pending()).toBe(20)
})
