import { connect } from 'node:net'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../steps/browser.ts'
import { copyOfSources, type Development, develop, removeCopy } from '../steps/development.ts'

/** Next to the ports of the product under test. */
const firstPort = Number(new URL(process.env.PRODUCT_URL ?? 'http://localhost:13000').port) + 10

/** The promise is 2 s, but other journeys may run on this machine at the same time. */
const atMost = { timeout: 240_000 }

test.setTimeout(1_200_000)
// The journey provokes a broken build and an unreachable API.
test.use({ consoleMay: { say: [/Failed to load resource|\[vite\]|Internal Server Error|WebSocket/] } })

let copy: string
/** Ended by the test, or after its failure. */
let development: Development | undefined
test.beforeAll(() => {
  copy = copyOfSources()
})
test.afterAll(async () => {
  await development?.end()
  removeCopy(copy)
})

/** Signs in as the seeded newcomer with the code from the sandbox's mailbox. */
async function signIn(page: Page, { url, sandboxUrl }: Development): Promise<void> {
  await page.goto(`${url}${webPaths.loginPhone()}`)
  await page.getByLabel('Phone number').fill('+1 415 555 0103')
  await page.getByRole('button', { name: 'Request the code' }).click()
  const code = async () => {
    const response = await fetch(`${sandboxUrl}/mailbox/messages.json?to=%2B14155550103`)
    const [message] = (await response.json()) as { text: string }[]
    return /#(\d{5})$/.exec(message?.text ?? '')?.[1]
  }
  await expect.poll(code, atMost).toBeDefined()
  await page.getByRole('textbox', { name: /code/i }).fill((await code()) ?? '')
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await expect(page).toHaveURL(/\/orders$/, atMost)
}

/** Reports the time from saving until the expectation holds, without a limit, because the machine may be busy. */
async function reportTime(what: string, save: () => void, shown: () => Promise<void>): Promise<void> {
  const startedAt = Date.now()
  save()
  await shown()
  console.log(`DEV-02 ${what}: on screen after ${Date.now() - startedAt} ms`)
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test('[DEV-02] shows a saved change within the visit, shows a failed build, and Ctrl-C leaves no process', async ({
  page,
}) => {
  development = await develop(copy, firstPort)
  const { url, save } = development
  console.log(`DEV-02 ready after ${development.readyMs} ms`)
  await signIn(page, development)

  for (const path of ['.data/secret', 'apps/api/src/main.ts'])
    expect((await fetch(`${url}/@fs${copy}/${path}`)).status, path).toBe(403)

  await page.goto(`${url}${webPaths.newOrderForm('writing')}`)
  const pages = page.getByRole('textbox', { name: 'Pages' })
  await pages.fill('7')
  await page.getByRole('combobox', { name: 'Subject' }).fill('Hist')
  await expect(page.getByText('7 pages is about 2100 words.')).toBeVisible(atMost)
  // A reload would clear this.
  await page.evaluate(() => Object.assign(window, { sameVisit: true }))
  const expectSameVisit = async () => {
    await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Hist')
    await expect(pages).toHaveValue('7')
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true)
  }

  await reportTime(
    'a text',
    () =>
      save('apps/web/src/texts/orders/order-form.ts', 'Tell us the size and the deadline', 'Say how much, and by when'),
    () => expect(page.getByRole('heading', { name: 'Say how much, and by when' })).toBeVisible(atMost),
  )
  await expectSameVisit()

  const visitors = 'apps/api/src/visitors/routes.ts'
  const answer = () => fetch(`${url}${apiPaths.visitor()}?geo=1`)
  await reportTime(
    'an API that does not start',
    () => save(visitors, 'geo.regionOf(request.ip)?.slice(0, 2) ?? null', "'FR'; ] ["),
    () => expect.poll(async () => (await answer()).text(), atMost).toContain('its error is in the terminal'),
  )

  // The API imports the rule too, but does not start either.
  await reportTime(
    'a rule of the domain',
    () => save('packages/domain/src/pricing/units.ts', 'Words: 300', 'Words: 250'),
    () => expect(page.getByText('7 pages is about 1750 words.')).toBeVisible(atMost),
  )
  await expectSameVisit()

  // Calls wait during the restart.
  await reportTime(
    'a route of the API',
    () => save(visitors, "'FR'; ] [", "'FR'"),
    () => expect.poll(async () => (await answer()).text(), atMost).toContain('"FR"'),
  )

  const overlay = page.locator('vite-error-overlay')
  const heading = page.getByRole('heading', { name: 'Say how much, and by when' })
  await expect(heading).toBeVisible(atMost)

  await reportTime(
    'a screen that does not compile',
    () => save('apps/web/src/texts/orders/order-form.ts', "title: 'Say", "title: ] 'Say"),
    () => expect(overlay).toContainText('order-form.ts', atMost),
  )
  save('apps/web/src/texts/orders/order-form.ts', "title: ] 'Say", "title: 'Say")
  await expect(overlay).toHaveCount(0, atMost)
  await expect(heading).toBeVisible(atMost)

  expect(await development.end()).toBe(0)
  for (let port = firstPort; port < firstPort + 4; port += 1) expect(await isOpen(port), `port ${port}`).toBe(false)
})
