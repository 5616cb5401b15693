import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { operate, ops } from '../steps/operations.ts'
import { textBack } from '../steps/mailbox.ts'
import { placeOrder } from '../steps/ordering.ts'
import { runCommand } from '../steps/staff.ts'
import { requestCode, signedInClient } from '../steps/sign-in.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('[TALK-01][TALK-02][TALK-05] shows a client’s question, the answer and a text back without a reload', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await page.goto(`${webPaths.orders()}/${order.id}/messages`)
  const field = page.getByLabel('Your message')
  await field.fill('Where is my essay?')
  // The draft survives a reload.
  await page.reload()
  await expect(field).toHaveValue('Where is my essay?')
  await page.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('My notes'),
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Where is my essay?')
  await expect(log.getByRole('link', { name: /notes\.txt/ })).toBeVisible()
  await expect(field).toHaveValue('')

  const conversation = () =>
    operate<{ messages: { author: string; text: string; read_at: string | null }[] }>(
      'GET',
      opsPaths.conversation(order.id),
    )
  expect((await conversation()).messages).toMatchObject([{ author: 'client', text: 'Where is my essay?' }])
  await runCommand(`npm run ops -- answer ${order.id} Tomorrow.`)
  await expect(log).toContainText('Tomorrow.', { timeout: 30_000 })
  await expect(log.getByText(/^Read /)).toBeVisible()
  await expect.poll(async () => (await conversation()).messages[0]?.read_at).not.toBeNull()

  // On other pages, the menu counts unread messages.
  await page.goto(webPaths.myInfo())
  await operate('POST', opsPaths.conversationAnswers(client.id), { text: 'Anything else?' })
  await expect
    .poll(async () => {
      await page.goto(webPaths.orders())
      await page.getByRole('button', { name: 'Menu' }).click()
      return page.getByRole('link', { name: /^Messages/ }).textContent()
    })
    .toBe('Messages1')
  await page.getByRole('link', { name: /^Messages/ }).click()
  await page.getByRole('link', { name: /^Support/ }).click()
  await expect(page.getByRole('log')).toContainText('Anything else?')

  // A text sent back joins the same conversation, live.
  await textBack(client.phone, 'Not today, thank you')
  await expect(page.getByRole('log')).toContainText('Not today, thank you', { timeout: 30_000 })
  await expect(page.getByRole('log')).toContainText('Sent by text')

  // The keyboard alone is enough to write and send, and the field keeps the focus.
  await page.getByLabel('Your message').focus()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('log').getByRole('article').last()).toContainText('By keys')
  await expect(page.getByLabel('Your message')).toBeFocused()
  await expectAccessible(page)
})

test.describe('with interruptions', () => {
  test.use({ consoleMay: { say: [/ERR_INTERNET_DISCONNECTED/, refusedRequest(401)] } })
  test('[TALK-02][AUTH-23] keeps a draft through a lost connection, a second tab and a forced sign-out', async ({
    page,
    context,
  }) => {
    const client = await signedInClient(page)
    const support = webPaths.messages('support')
    const fieldOf = (tab: Page) => tab.getByLabel('Your message')
    const logOf = (tab: Page) => tab.getByRole('log', { name: 'Messages' })
    const send = (tab: Page) => tab.getByRole('button', { name: 'Send', exact: true })
    await page.goto(support)
    await fieldOf(page).fill('Sent offline')
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByText('Try again once you’re back online.')).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('Sent offline')
    await context.setOffline(false)
    await expect(logOf(page).getByText('Sent offline')).toHaveCount(1)
    await expect(fieldOf(page)).toHaveValue('')

    await fieldOf(page).fill('From the first tab')
    const other = await context.newPage()
    await other.goto(support)
    await expect(fieldOf(other)).toHaveValue('From the first tab')
    await fieldOf(other).fill('From the second tab')
    await send(page).click()
    await expect(logOf(other)).toContainText('From the first tab', { timeout: 30_000 })
    await other.reload()
    await expect(fieldOf(other)).toHaveValue('From the second tab')
    await other.close()

    await ops.signClientOut(client.id, crypto.randomUUID())
    await page.goto(support)
    await page.waitForURL(`**${webPaths.login()}`)
    await page.getByRole('link', { name: /phone/i }).first().click()
    const code = await requestCode(page, client.phone)
    await page.getByLabel(/code/i).fill(code)
    await page.getByRole('button', { name: 'Confirm and login' }).click()
    await page.waitForURL(`**${support}`)
    await expect(fieldOf(page)).toHaveValue('From the second tab')
  })
})
