import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Browser } from '@playwright/test'
import { expect, refusedRequest, test } from '../steps/browser.ts'
import { ratingLink, textBackLink } from '../steps/links.ts'
import { linkIn, messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { newClient, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [refusedRequest(422)] } })

/** Loads a link in its own browser, as a mail scanner that runs scripts does; returns the resulting session. */
async function load(browser: Browser, link: string, shows: RegExp): Promise<string | null> {
  const scanner = await browser.newPage()
  await scanner.goto(link)
  await expect(scanner.getByRole('main').getByRole('button', { name: shows })).toBeVisible()
  const token = await scanner.evaluate((key) => localStorage.getItem(key), browserKeys.session)
  await scanner.close()
  return token
}

/** The newest link with such a path in the messages to a phone or an address. */
async function linkTo(to: string, path: string): Promise<string> {
  const links = async () =>
    (await messagesTo(to))
      .flatMap(({ text }) => /https?:\/\/\S+/.exec(text) ?? [])
      .filter((link) => link.includes(path))
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0)
  return (await links())[0] as string
}

test('[SAFE-02][SAFE-13] loading a link about an account changes neither e-mail nor deletion', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const newEmail = `${crypto.randomUUID().slice(0, 12)}@example.com`
  const { token } = client
  await call('PATCH', apiPaths.me(), { token, body: { email: newEmail } })
  await call('PATCH', apiPaths.me(), { token, body: { action: 'delete_account' } })
  const phone = client.phone.replaceAll(' ', '')
  const links = [
    [await linkTo(newEmail, webPaths.confirmEmail('')), /^Confirm it for the account whose phone ends in/],
    [await linkTo(phone, webPaths.undoEmail('')), /^Undo the change/],
    [await linkTo(client.email, webPaths.keepAccount('')), /^Keep my account/],
    [await linkTo(phone, webPaths.keepAccount('')), /^Keep my account/],
  ] as const
  for (const [link, button] of links) expect(await load(browser, link, button)).toBeNull()
  expect(await ops.client(client.id)).toMatchObject({
    email: { email: client.email },
    pending_email: newEmail,
    delete_at: expect.any(String),
  })
})

test('[AUTH-10] loading a mailed sign-in link signs nobody in and does not use it up', async ({ page, browser }) => {
  const client = await newClient()
  await page.goto(webPaths.loginEmail())
  const before = (await messagesTo(client.email)).length
  await page.getByLabel('E-mail').fill(client.email)
  await page.getByRole('button', { name: 'Email me the link to login' }).click()
  const link = linkIn(await nextMessageTo(client.email, before))
  expect(await load(browser, link, /^Log in as •••/)).toBeNull()
  // The browser that requested it needs no press.
  await page.goto(link)
  await page.waitForURL(`**${webPaths.orders()}`)
})

test('[AUTH-10] a mailed sign-in link works in another browser after one press', async ({ page, browser }) => {
  const client = await newClient()
  await page.goto(webPaths.loginEmail())
  const before = (await messagesTo(client.email)).length
  await page.getByLabel('E-mail').fill(client.email)
  await page.getByRole('button', { name: 'Email me the link to login' }).click()
  const other = await browser.newPage()
  await other.goto(linkIn(await nextMessageTo(client.email, before)))
  await other.getByRole('button', { name: `Log in as •••${client.phone.slice(-4)}` }).click()
  await other.waitForURL(`**${webPaths.orders()}`)
  await other.close()
})

test('[AUTH-12][AUTH-13] a rating link in a mail waits for a press; links in texts sign in at once @prove', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const { token } = client
  const order = await placeOrder(client)
  await payOrder(page, order)
  const texted = await browser.newPage()
  await texted.goto(await textBackLink(client))
  await texted.waitForURL(`**${webPaths.orders()}`)
  await texted.close()

  await call('PATCH', apiPaths.me(), { token, body: { announce_by: 'email' } })
  await ratingLink(client, order, client.email)
  expect(await load(browser, await linkTo(client.email, '/r/'), /^Log in as •••/)).toBeNull()
})
