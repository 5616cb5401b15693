import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { operate, ops } from '../steps/operations.ts'
import { cards, goToCardPage, payOrder, payWith, placeOrder, type PlacedOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

// The card page answers 402 to a declined card.
test.use({ consoleMay: { say: [refusedRequest(402)] } })

const described = { details: 'Causes of the French Revolution' }
const read = ({ id }: PlacedOrder) => ops.order(id)

const payButton = (page: Page, words: RegExp | string) =>
  page.getByRole('link', { name: words }).filter({ visible: true }).first()
const onCardPage = (url: URL) => url.pathname.startsWith('/c/pay/')
const thankYou = (page: Page, order: PlacedOrder) => page.waitForURL(`**${webPaths.orderThankYou(order.id)}`)
/** How many sheets the page takes in print. */
const sheetsOfPaper = async (page: Page) =>
  (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g)?.length
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('[PAY-03][PAY-07][PAY-14] (ux 37) handles refused cards, the bank’s question, Back and a receipt', async ({
  page,
}) => {
  const order = await placeOrder(await signedInClient(page), described)
  const { number } = await read(order)

  // The thank-you page needs a payment.
  await page.goto(webPaths.orderThankYou(order.id))
  await expect(title(page)).toHaveText('This order isn’t paid yet')
  await page.goto(webPaths.orderExtraServices(order.id))
  await expect(
    page.getByText('You’ll pay on our payment provider’s secure card page').filter({ visible: true }).first(),
  ).toBeVisible()
  await goToCardPage(page)
  const cardPage = page.url()

  // Back leads to the previous step, whose button works again and leads to the same page.
  await page.goBack()
  await page.waitForURL(`**${webPaths.orderExtraServices(order.id)}`)
  await goToCardPage(page)
  expect(page.url()).toBe(cardPage)

  const askedByBank = '4000 0027 6000 3184'
  await payWith(page, askedByBank)
  await page.waitForURL(/\/3ds\//)
  await page.goBack()
  await page.waitForURL(onCardPage)
  await payWith(page, askedByBank)
  await page.waitForURL(/\/3ds\//)
  await page.getByRole('button', { name: 'Fail' }).click()
  await page.waitForURL(onCardPage)
  await expect(page.getByText(/unable to authenticate/).first()).toBeVisible()

  for (const [card, words] of [
    [cards.declined, 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
    ['4000 0000 0000 0127', "Your card's security code is incorrect."],
  ] as const) {
    await payWith(page, card)
    await expect(page.getByText(words).first()).toBeVisible()
  }
  expect(await read(order)).toMatchObject({ client_paid: 0, system_client_status: 'Unpaid' })

  await payWith(page, askedByBank)
  await page.waitForURL(/\/3ds\//)
  // The page reports the uncertainty and continues on its own once the payment is certain.
  let isSure = false
  await page.route(`**${apiPaths.paymentCheck(order.id)}`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: isSure ? answer : { ...answer, status: 'confirming' } })
  })
  await page.getByRole('button', { name: 'Complete' }).click()
  await thankYou(page, order)
  await expect(title(page)).toHaveText('Confirming your payment')
  await expect(page.getByRole('main').getByRole('status')).toContainText('You can close this page')
  isSure = true
  await expect(title(page)).toContainText('Thank you')
  await expect(page.getByText('Paid $48.00')).toBeVisible()
  await expect(page.getByText(number).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact us' }).filter({ visible: true }).first()).toBeVisible()
  const receiptAddress = await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')

  // Going back cannot pay twice, and says so; the page opens again, as from a bookmark.
  await page.goBack()
  await expect(page.getByText('It cannot be paid a second time.')).toBeVisible()
  await page.getByRole('link', { name: /Continue to/ }).click()
  await thankYou(page, order)
  await page.reload()
  await expect(page.getByText('Paid $48.00')).toBeVisible()
  expect((await read(order)).client_paid).toBe(48)

  // The cabinet leads to the same receipt.
  await page.goto(webPaths.orders())
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  const inCabinet = page.getByRole('dialog').getByRole('link', { name: 'Receipt' })
  await expect(inCabinet).toHaveAttribute('href', receiptAddress ?? '')
  await page.goto(new URL(receiptAddress ?? '').pathname)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const receipt = page.getByRole('main')
  for (const words of [
    `order No. ${number}`,
    'Nerdify',
    / P[SD]T/,
    'Essay writing, 2 pages',
    '$48.00',
    'Paid by Visa 3184',
    webPaths.refunds(),
  ]) {
    await expect(receipt).toContainText(words)
  }
  await expect(page.getByRole('navigation')).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  expect(await sheetsOfPaper(page)).toBe(1)

  // The order prints without the list behind it.
  await page.goto(`${webPaths.orders()}/${order.id}/progress`)
  const details = page.getByRole('dialog')
  await expect(details).toContainText(`No. ${number}`)
  await expect(details).toContainText(/Expected on .* E[SD]T/)
  await expect(page.locator('main article, main h1').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('button').filter({ visible: true })).toHaveCount(0)
  expect(await sheetsOfPaper(page)).toBe(1)
})

test('[SAFE-12][PAY-13][PAY-06] (abuse 1) pays from the balance, and once with two card pages open', async ({
  page,
  context,
}) => {
  const client = await signedInClient(page)
  // A first order credits $48.00 to the balance.
  const code = `ALLBACK${client.id.slice(-6).toUpperCase()}`
  await operate('PUT', opsPaths.discount(code), { gift: { kind: 'cashback', percent: 100 } })
  const first = await placeOrder(client)
  await call('PATCH', apiPaths.order(first.id), { token: client.token, body: { action: 'discount_add', code } })
  await payOrder(page, first)

  const useBalance = (tab: Page) => tab.getByRole('checkbox', { name: /Use my balance/ })
  const small = await placeOrder(client, { ...described, size: '1 Pages' })
  await page.goto(webPaths.orderExtraServices(small.id))
  await useBalance(page).check()
  await expectAccessible(page)
  // Following the link, as a mail or a scanner does, spends nothing (SAFE-12).
  await expect.poll(async () => (await read(small)).use_balance).toBe(true)
  const tabOfLink = await context.newPage()
  await tabOfLink.goto(new URL((await read(small)).payment_link).pathname)
  await expect(tabOfLink.getByRole('button', { name: 'Pay from my balance' })).toBeVisible()
  await expect(tabOfLink.getByRole('main')).toContainText('$24.00')
  await expectAccessible(tabOfLink)
  expect((await read(small)).client_paid).toBe(0)
  await tabOfLink.close()
  await payButton(page, 'Pay from my balance').click()
  await thankYou(page, small)
  await expect(page.getByText('Paid $24.00')).toBeVisible()

  const next = await placeOrder(client, described)
  await page.goto(webPaths.orderExtraServices(next.id))
  await useBalance(page).check()
  await expect(payButton(page, 'Pay $24.00')).toBeVisible()
  await expect.poll(async () => (await read(next)).use_balance).toBe(true)
  const other = await context.newPage()
  await other.goto(webPaths.orderExtraServices(next.id))
  for (const tab of [page, other]) {
    await payButton(tab, 'Pay $24.00').click()
    await tab.waitForURL(onCardPage)
  }
  expect(other.url()).toBe(page.url())

  // Left without paying: no charge, and a link back.
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await page.waitForURL(`**${webPaths.orders()}`)
  await expect(page.getByText('You have not been charged').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('article').first().getByRole('link', { name: 'Pay $24.00' }).click()
  await page.waitForURL(onCardPage)
  await payWith(page, cards.good)
  await thankYou(page, next)
  await expect(page.getByText('Paid $48.00')).toBeVisible()

  // The other tab's button charges nothing: it leads to the thank-you page.
  await payWith(other, cards.good)
  await thankYou(other, next)
  expect((await read(next)).client_paid).toBe(48)
  await other.goto(webPaths.myInfo())
  await expect(other.getByRole('main')).toContainText('$0.00')
  await other.close()
})

test('[PAY-03] confirms the payment to a payer without a session, and offers sign-in', async ({
  page,
  browser,
  baseURL,
}) => {
  const order = await placeOrder(await signedInClient(page))
  const others = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await others.newPage()
  await other.goto(order.payment)
  await payWith(other, cards.good)
  await other.waitForURL(`**${webPaths.login()}`)
  await expect(other.getByText('Payment received. We’re on it.')).toBeVisible()
  await expect(other.getByRole('link', { name: /Phone number/ })).toBeVisible()
  await expectAccessible(other)
  await others.close()
})
