import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { newClient, ops } from '../steps/operations.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' })
const newAddress = () => `${crypto.randomUUID().slice(0, 12)}@example.com`

/** Enters another e-mail in My info, as the owner would, or an intruder at their phone. */
async function enter(page: Page, address: string): Promise<void> {
  await page.goto(webPaths.myInfo())
  await email(page).fill(address)
  await email(page).press('Enter')
  await expect(page.getByText('Email Saved')).toBeVisible()
  await expect(page.getByText(`We sent a link to ${address}.`)).toBeVisible()
}

/** The link in the newest message to an address whose path has this prefix. */
async function linkTo(address: string, path: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      found = (await messagesTo(address))
        .flatMap(({ text }) => /https?:\/\/\S+/.exec(text) ?? [])
        .find((link) => link.includes(path))
      return found
    })
    .toBeDefined()
  return found as string
}

/** Whether an address gets the sign-in link. */
const signsIn = async (address: string) =>
  (
    await call<{ ok: boolean }>('POST', apiPaths.factorAuth(), {
      body: { type: 'request_code', factor: 'email', value: address },
    })
  ).ok

const heldBy = async (id: string) => (await ops.client(id)).email?.email

test('[SAFE-02][INFO-02] a new e-mail is pending until the link in its mailbox is opened', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const address = newAddress()
  await enter(page, address)
  await expectAccessible(page)
  await page.reload()
  await expect(email(page)).toHaveValue(address)
  await expect(page.getByText(`Until then we keep using ${client.email}.`)).toBeVisible()
  expect(await signsIn(address)).toBe(false)

  // The mailbox is on another device without a session.
  const mailbox = await browser.newPage()
  const link = await linkTo(address, webPaths.confirmEmail(''))
  await fetch(link)
  expect(await heldBy(client.id)).toBe(client.email)
  await mailbox.goto(link)
  const confirm = mailbox.getByRole('button', { name: `the account whose phone ends in ${client.phone.slice(-4)}` })
  await expect(confirm).toBeVisible()
  await expectAccessible(mailbox)
  expect(await heldBy(client.id)).toBe(client.email)
  await confirm.click()
  await expect(mailbox.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeFocused()
  await expect(mailbox.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expectAccessible(mailbox)
  await page.reload()
  await expect(email(page)).toHaveValue(address)
  await expect(page.getByText(/We sent a link/)).toBeHidden()
  expect(await heldBy(client.id)).toBe(address)
  await mailbox.close()
})

test('[SAFE-02] the text to the phone undoes a stranger’s address, even a confirmed one @prove', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const thief = newAddress()
  await enter(page, thief)
  const mailbox = await browser.newPage()
  await mailbox.goto(await linkTo(thief, webPaths.confirmEmail('')))
  await mailbox.getByRole('button', { name: /^Confirm it for/ }).click()
  await expect(mailbox.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
  expect(await heldBy(client.id)).toBe(thief)

  await mailbox.goto(await linkTo(client.phone.replaceAll(' ', ''), webPaths.undoEmail('')))
  await expect(mailbox.getByRole('heading', { name: 'Undo the change of your e-mail?' })).toBeVisible()
  await expectAccessible(mailbox)
  expect(await heldBy(client.id)).toBe(thief)
  await mailbox.getByRole('button', { name: 'Undo the change' }).click()
  await expect(mailbox.getByRole('heading', { name: 'The change is undone' })).toBeFocused()
  await expect(mailbox.getByText(`Your e-mail is ${client.email}.`)).toBeVisible()
  expect(await heldBy(client.id)).toBe(client.email)
  expect([await signsIn(thief), await signsIn(client.email)]).toEqual([false, true])
  await mailbox.close()
})

test.describe('an address of another account', () => {
  test.use({ consoleMay: { say: [refusedRequest(422)] } })

  test('[SAFE-02][FLOW-22] sends the link to its true owner, without revealing them @prove', async ({
    page,
    browser,
  }) => {
    const squatter = await signedInClient(page)
    const newEmail = newAddress()
    await enter(page, newEmail)
    const squatted = await linkTo(newEmail, webPaths.confirmEmail(''))

    const owner = await browser.newPage()
    const { id } = await newClient({ email: newEmail })
    await owner.goto(squatted)
    await owner.getByRole('button', { name: /^Confirm it for/ }).click()
    await expect(owner.getByRole('heading', { name: 'This link didn’t work' })).toBeFocused()
    await expect(owner.getByText(/Another account has this e-mail now/)).toBeVisible()
    expect([await heldBy(id), await heldBy(squatter.id)]).toEqual([newEmail, squatter.email])

    // A repeated request gets the same answer; the owner gets a mail without a link.
    const before = (await messagesTo(newEmail)).length
    const other = newAddress()
    await enter(page, other)
    await enter(page, newEmail)
    expect((await nextMessageTo(newEmail, before)).text).toContain('It is already with yours, and it stays there.')
    await owner.close()
  })
})
