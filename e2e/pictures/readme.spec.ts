import { join } from 'node:path'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { expect, test } from '../steps/browser.ts'
import { signInAtDesk, staff } from '../steps/desk.ts'
import { addOrderFile, postEvents, ops } from '../steps/operations.ts'
import { chooseSubject, payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')

/** A screen and its width in the picture, in CSS pixels. */
interface Shot {
  png: Buffer
  width: number
}

/** Runs work in a new context whose pages have the product's address. */
async function inContext<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Result>,
) {
  const context = await browser.newContext({ ...options, baseURL: test.info().project.use.baseURL ?? '' })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Arranges screens side by side on the product's background, and writes the picture. */
async function writePicture(browser: Browser, name: string, shots: readonly Shot[]): Promise<void> {
  const images = shots.map(
    ({ png, width }) => `<img width="${width}" src="data:image/png;base64,${png.toString('base64')}">`,
  )
  const style = 'display: inline-flex; align-items: start; gap: 24px; padding: 24px; background: #e7e5d9'
  await inContext(browser, { viewport: { width: 2000, height: 1200 } }, async (page) => {
    await page.setContent(`<body style="margin: 0"><div style="${style}">${images.join('')}</div>`)
    await page.locator('div').screenshot({ path: join(folder, name) })
  })
}

test('the order form on a phone and on a desktop', async ({ browser, page }) => {
  await signedInClient(page)
  const state = await page.context().storageState()
  const draw = (options: BrowserContextOptions) =>
    inContext(browser, { ...options, storageState: state }, async (screen) => {
      await screen.goto(webPaths.newOrderForm('writing'))
      await chooseSubject(screen, 'History')
      await expect(screen.getByText('$48.00').filter({ visible: true }).first()).toBeVisible()
      await screen.evaluate(() => window.scrollTo(0, 0))
      return screen.screenshot()
    })
  await writePicture(browser, 'order-form.png', [
    { png: await draw({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }), width: 390 },
    { png: await draw({ viewport: { width: 1280, height: 1080 } }), width: 1000 },
  ])
})

test('the queue and an order at the desk', async ({ browser, page }) => {
  const client = await signedInClient(page)
  const paid = async (title: string, facts: Record<string, unknown> = {}) => {
    const order = await placeOrder(client, { title, ...facts })
    await payOrder(page, order)
    return order
  }
  const nerd = { name: 'Ada L', rating: 4.9, subjects: ['History', 'Economics'], email: 'ada@example.com' }
  await ops.addNerd(nerd, crypto.randomUUID())
  const assign = (id: string) => ops.postEvent(id, { event: 'nerd_found', nerd: nerd.name }, crypto.randomUUID())
  const revised = await paid('The fall of Rome', { subject: 'History', size: '4 Pages' })
  await assign(revised.id)
  await addOrderFile(revised.id, 'file_final_draft', 'rome.pdf')
  await postEvents(revised.id, 'send', 'request_revision')
  const work = await paid('Supply and demand after a drought', { subject: 'Economics' })
  await assign(work.id)
  const asked = await paid('A soliloquy of Hamlet', { subject: 'English' })
  const question = { text: 'My teacher wants the second folio. Is that still possible?' }
  await call('POST', messagePaths.orderMessages(asked.id), { token: client.token, body: question })
  await paid('Photosynthesis in ten slides', { type: 'Presentations', size: '10 Slides', subject: 'Biology' })
  await postEvents((await paid('Ethics of triage', { subject: 'Healthcare and Nursing' })).id, 'request_refund')

  const draw = (colorScheme: 'light' | 'dark', path: string, shown: (screen: Page) => Locator) =>
    inContext(browser, { viewport: { width: 1280, height: 860 }, colorScheme }, async (screen) => {
      await signInAtDesk(screen, staff.owner, path)
      await expect(shown(screen).first()).toBeVisible()
      return screen.screenshot()
    })
  await writePicture(browser, 'desk.png', [
    { png: await draw('light', '/', (screen) => screen.locator('tr[data-row]')), width: 840 },
    {
      png: await draw('dark', deskPaths.order(revised.id), (screen) => screen.getByText(/^Last of/)),
      width: 840,
    },
  ])
})
