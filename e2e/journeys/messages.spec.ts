import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, test } from '../steps/browser.ts'
import { operate } from '../steps/operations.ts'
import { placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('[TALK-01][TALK-02] a client asks, staff answer, and the answer shows without a reload', async ({ page }) => {
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
  await operate('POST', opsPaths.conversationAnswers(order.id), { text: 'It comes at 5.' })
  await expect(log).toContainText('It comes at 5.', { timeout: 30_000 })
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
})
