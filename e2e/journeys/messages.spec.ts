import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { operate } from '../steps/operations.ts'
import { textBack } from '../steps/mailbox.ts'
import { placeOrder } from '../steps/ordering.ts'
import { runCommand } from '../steps/staff.ts'
import { signedInClient } from '../steps/sign-in.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('[TALK-01][TALK-02][TALK-05] a client asks, staff answer, a text comes back: all shows without a reload', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await page.goto(`${webPaths.orders()}/${order.id}/messages`)
  const field = page.getByLabel('Your message')
  await field.fill('Where is my essay?')
  // What is typed outlives a reload.
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

  // Elsewhere, the menu counts what is unread.
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

  // A text sent back lands in the same conversation, live.
  await textBack(client.phone, 'Not today, thank you')
  await expect(page.getByRole('log')).toContainText('Not today, thank you', { timeout: 30_000 })
  await expect(page.getByRole('log')).toContainText('Sent by text')

  // The keyboard alone writes and sends, and the field keeps the focus.
  await page.getByLabel('Your message').focus()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('log').getByRole('article').last()).toContainText('By keys')
  await expect(page.getByLabel('Your message')).toBeFocused()
  await expectAccessible(page)
})
