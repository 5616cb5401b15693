import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { cutOnceAfter } from '../steps/cut-network.ts'
import { holdCall } from '../steps/hold-call.ts'
import { newClient, ops } from '../steps/operations.ts'
import { chooseSubject, confirmAge, getItDone, placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

const pdfHead = '%PDF-1.4\n'
const pdf = (name: string, bytes = 2_000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from(pdfHead), Buffer.alloc(bytes, 0x20)]),
})

const picker = (page: Page) => page.locator('input[type=file]')

async function detailsOfNewOrder(page: Page): Promise<string> {
  const { id } = await placeOrder(await signedInClient(page))
  await page.goto(webPaths.orderDetails(id))
  return id
}

test('[FILE-01][FILE-05][FLOW-21] (ux 41, ux 42, ux 44) chooses, drops, removes and restores files', async ({
  page,
}) => {
  const orderId = await detailsOfNewOrder(page)
  await picker(page).setInputFiles([
    pdf('brief.pdf'),
    pdf('sources.pdf'),
    { ...pdf('run.exe'), mimeType: 'application/x-msdownload' },
  ])
  await expect(page.getByRole('list', { name: 'Files' }).getByText('run.exe is a program')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove brief.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove sources.pdf' })).toBeVisible()
  await expectAccessible(page)

  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['My own notes'], 'notes.txt', { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove run.exe' }).click()
  await page.getByRole('button', { name: 'Remove sources.pdf' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Remove sources.pdf' })).toBeVisible()

  // A file replaces the description.
  await page.getByRole('textbox', { name: 'E-mail' }).fill('files@example.com')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove brief.pdf' })).toBeVisible()
  const files = await ops.orderFiles(orderId)
  expect(files.map(({ name }) => name).toSorted()).toEqual(['brief.pdf', 'notes.txt', 'sources.pdf'])
})

test('[EASE-10] asks for the job type’s needs: the draft, the quiz’s time and place, the problems', async ({
  page,
}) => {
  const client = await signedInClient(page)
  for (const { type, size, hint, files } of [
    { type: 'Essay (editing)', size: '2 Pages', hint: /Attach your draft/, files: /^Your draft/ },
    { type: 'Quiz', size: '60 Minutes', hint: /When and where does the quiz open/, files: /^Files/ },
    { type: 'Problems', size: '60 Minutes', hint: /Type the problems here or attach them/, files: /^Your problems/ },
  ]) {
    const { id } = await placeOrder(client, { type, size })
    await page.goto(webPaths.orderDetails(id))
    await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveAccessibleDescription(hint)
    await expect(page.getByRole('heading', { name: files })).toBeVisible()
  }
})

test('[FLOW-21][API-04][API-12] continues with a file alone, and sends its data and the title @prove', async ({
  page,
}) => {
  const { id } = await placeOrder(await signedInClient(page), { details: '' })
  const sent: { title?: string; files?: Record<string, unknown>[] }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith(apiPaths.order(id))) sent.push(request.postDataJSON())
  })
  await page.goto(webPaths.orderDetails(id))
  const continueButton = page.getByRole('button', { name: 'Continue' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('alone@example.com')
  await confirmAge(page)
  await expect(continueButton).toHaveAttribute('aria-disabled', 'true')
  await picker(page).setInputFiles(pdf('brief.pdf'))
  await expect(page.getByRole('button', { name: 'Remove brief.pdf' })).toBeVisible()
  await expect(continueButton).not.toHaveAttribute('aria-disabled')
  await page.getByRole('textbox', { name: 'Name of the task (optional)' }).fill('My brief')
  await continueButton.click()
  await page.waitForURL(/\/extra-services$/)
  expect(sent.flatMap(({ files = [] }) => files)).toContainEqual({
    location: expect.any(String),
    size: pdf('brief.pdf').buffer.length,
    type: 'application/pdf',
    filename: 'brief.pdf',
  })
  expect(sent.map(({ title }) => title)).toContain('My brief')
})

test.describe('on a failing network', () => {
  test.use({ consoleMay: { say: [/Failed to load resource|ERR_/] } })

  test('[FILE-02] (ux 43) reports an upload cut at 60 %, and repeats it by Try again alone', async ({ page }) => {
    const orderId = await detailsOfNewOrder(page)
    await page.getByRole('textbox', { name: 'Task description' }).fill('Please read the file.')
    await picker(page).setInputFiles(pdf('first.pdf'))
    await expect(page.getByRole('button', { name: 'Remove first.pdf' })).toBeVisible()

    const bytes = 3_000_000
    const line = await cutOnceAfter(page, { url: '**/nerdify', bytes: 0.6 * bytes })
    await picker(page).setInputFiles(pdf('brief.pdf', bytes))
    await expect(page.getByText('Unknown error', { exact: true })).toBeVisible()
    expect(line.cuts()).toBe(1)
    await page.getByRole('button', { name: 'Try brief.pdf again' }).click()
    await expect(page.getByRole('button', { name: 'Remove brief.pdf' })).toBeVisible()
    await expect(page.getByText('Unknown error', { exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Remove first.pdf' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveValue('Please read the file.')
    await line.remove()
    await expect
      .poll(async () => (await ops.orderFiles(orderId)).map(({ size }) => size))
      .toContain(bytes + pdfHead.length)
  })

  test('[AUTH-23][FILE-02] a bucket that refuses the form signs nobody out, and the file is sent again @prove', async ({
    page,
  }) => {
    const orderId = await detailsOfNewOrder(page)
    await page.route('**/nerdify', (route) =>
      route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, body: 'AccessDenied' }),
    )
    await picker(page).setInputFiles(pdf('brief.pdf'))
    await expect(page.getByText('Unknown error', { exact: true })).toBeVisible()
    await page.unroute('**/nerdify')
    await page.getByRole('button', { name: 'Try brief.pdf again' }).click()
    await expect(page.getByText('Unknown error', { exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Remove brief.pdf' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(webPaths.orderDetails(orderId))
  })
})

/** Holds uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/nerdify', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Reloads, expects the browser's question and stays. */
async function expectLeaveQuestion(page: Page): Promise<void> {
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}

test('[FILE-05] (ux 42, ux 45, ux 46) uploads three files in parallel, and asks before leaving', async ({ page }) => {
  const orderId = await detailsOfNewOrder(page)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Please read the file.')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('wait@example.com')
  const letGo = await holdUploads(page)
  await picker(page).setInputFiles([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
  await expect(page.getByRole('button', { name: 'Waiting for 3 of 3 files' }).first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(3)
  await expectAccessible(page)
  await expectLeaveQuestion(page)

  // Uploads continue on another step: the files join the order, and the details show them on return.
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.orderForm(orderId)}`)
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('progressbar')).toHaveCount(3)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.orderForm(orderId)}`)
  letGo()
  const names = async () => (await ops.orderFiles(orderId)).map(({ name }) => name).toSorted()
  await expect.poll(names).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue' }).first()).toBeVisible()
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
  let asksAgain = false
  page.on('dialog', (again) => {
    asksAgain = true
    return again.accept()
  })
  const reload = page.waitForEvent('load')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await reload
  expect(asksAgain).toBe(false)
})

test('[UP-01][UP-02][UP-03] the upload page accepts files from anybody with its address', async ({ page }) => {
  const client = await newClient()
  const { upload_page } = await ops.makeUploadPage(client.id, crypto.randomUUID())
  const letGo = await holdUploads(page)
  await page.goto(webPaths.uploadPage(upload_page))
  await expect(page.getByRole('heading', { name: 'Send files to your Nerd' })).toBeVisible()
  await picker(page).setInputFiles([pdf('a.pdf'), pdf('b.pdf')])
  await expect(page.getByRole('heading', { name: 'Ready to send?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Waiting for 2 of 2 files' })).toBeDisabled()
  letGo()
  await expect(page.getByRole('button', { name: 'Remove b.pdf' })).toBeVisible()
  await page.getByLabel('Description').fill('Chapter 2 only')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Well done!' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send more files' }).click()
  await expect(page.getByRole('heading', { name: 'Send files to your Nerd' })).toBeVisible()

  await picker(page).setInputFiles(pdf('c.pdf'))
  await expect(page.getByRole('button', { name: 'Remove c.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await expect(page.getByLabel('Description')).toHaveValue('')
  // A file chosen while sending stays.
  const sending = await holdCall(page, { method: 'POST', path: apiPaths.uploadPageReceive(upload_page) })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await sending.request
  await picker(page).setInputFiles(pdf('d.pdf'))
  await sending.letGo()
  await expect(page.getByText('1 file sent')).toBeVisible()
  await page.getByRole('button', { name: 'Send more files' }).click()
  await expect(page.getByRole('button', { name: 'Remove d.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
})

test.describe('on a failing server', () => {
  test.use({ consoleMay: { say: [/status of 503/] } })

  test('[UP-01][UP-02] reports the failed upload, keeps all on Back, and sends on Try again @prove', async ({
    page,
  }) => {
    const client = await newClient()
    const { upload_page } = await ops.makeUploadPage(client.id, crypto.randomUUID())
    await page.route(`**${apiPaths.uploadPageReceive(upload_page)}`, (route) =>
      route.fulfill({ status: 503, json: { text: 'Later.', error_value: null } }),
    )
    await page.goto(webPaths.uploadPage(upload_page))
    await expect(page.getByRole('heading', { name: 'Send files to your Nerd' })).toBeVisible()
    await picker(page).setInputFiles(pdf('a.pdf'))
    await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible()
    await page.getByLabel('Description').fill('Chapter 2 only')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await expect(page.getByRole('heading', { name: 'File upload failed' })).toBeVisible()
    await expect(page.getByText('Something went wrong during the upload')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue('Chapter 2 only')
    await send.click()
    const again = page.getByRole('button', { name: 'Try again', exact: true })
    await expect(again).toBeDisabled()
    await expect(again).toBeEnabled()
    await page.unroute(`**${apiPaths.uploadPageReceive(upload_page)}`)
    await again.click()
    await expect(page.getByRole('heading', { name: 'Well done!' })).toBeVisible()
  })
})

test.describe('an unknown address', () => {
  test.use({ consoleMay: { say: [/status of 404/] } })

  test('[UP-01] leads to the missing page @prove', async ({ page }) => {
    await page.goto(webPaths.uploadPage('AAAAAAAAAAAAAAAAAAAAAA'))
    await expect(page.getByRole('heading', { name: 'Oops, the page you are looking for does not exist' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('[FILE-01][FLOW-18] forgets a file removed during a pending change, and accepts every change', async ({
  page,
}) => {
  const orderId = await detailsOfNewOrder(page)
  const change = await holdCall(page, { method: 'PATCH', path: apiPaths.order(orderId) })
  await picker(page).setInputFiles(pdf('brief.pdf'))
  await change.request
  await picker(page).setInputFiles(pdf('a.pdf'))
  await page.getByRole('button', { name: 'Remove a.pdf' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.orderForm(orderId)}`)
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await change.letGo()
  expect((await removed).status()).toBe(200)
  await expect(page.getByText('Your last change isn’t saved yet')).toHaveCount(0)
  expect(await ops.orderFiles(orderId)).toMatchObject([{ name: 'brief.pdf' }])
})

test('[FILE-05][FLOW-20] (ux 45) keeps files that a slow order does not list yet', async ({ page }) => {
  const orderId = await detailsOfNewOrder(page)
  const change = await holdCall(page, { method: 'PATCH', path: apiPaths.order(orderId) })
  await picker(page).setInputFiles(pdf('brief.pdf'))
  await change.request
  await picker(page).setInputFiles(pdf('a.pdf'))
  await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible()
  await expectLeaveQuestion(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.orderForm(orderId)}`)
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible()
  await picker(page).setInputFiles(pdf('b.pdf'))
  await expect(page.getByRole('button', { name: 'Remove b.pdf' })).toBeVisible()
  await change.letGo()
  await expect
    .poll(async () => (await ops.orderFiles(orderId)).map(({ name }) => name))
    .toEqual(['brief.pdf', 'a.pdf', 'b.pdf'])
})

test('[FILE-05][FLOW-17][FLOW-20] attaches an upload in flight to the order that its draft becomes', async ({
  page,
}) => {
  await signedInClient(page)
  await page.goto(webPaths.newOrderForm('quiz'))
  await chooseSubject(page, 'Statistics')
  await page.goto(webPaths.newOrderDetails('quiz'))
  const letGo = await holdUploads(page)
  await picker(page).setInputFiles([pdf('a.pdf')])
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.newOrderForm('quiz')}`)
  const orderId = await getItDone(page)
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.orderForm(orderId)}`)
  letGo()
  const names = async () => (await ops.orderFiles(orderId)).map(({ name }) => name)
  await expect.poll(names).toEqual(['a.pdf'])
  await page.goBack()
  await page.getByRole('button', { name: 'Remove a.pdf' }).click()
  // After leaving, Undo is gone and the file is deleted.
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(`**${webPaths.orderForm(orderId)}`)
  // The address changes before the screen does.
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Task description' })).toBeVisible()
  await expect(page.getByText('a.pdf')).toHaveCount(0)
  await expect.poll(names).toEqual([])
  await page.goto(webPaths.newOrderForm('quiz'))
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('')
  await expect(page.getByText('We kept your draft')).toHaveCount(0)
})
