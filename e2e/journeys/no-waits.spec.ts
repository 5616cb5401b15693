import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test, untilHydrated } from '../steps/browser.ts'
import { holdCall, holdScripts, blockNavigation } from '../steps/hold-call.ts'
import { textBackLink } from '../steps/links.ts'
import { openByMenu } from '../steps/menu.ts'
import { addOrderFile, newClient, postEvents, unusedPhone } from '../steps/operations.ts'
import { chooseSubject, confirmAge, payOrder, placeOrder, total } from '../steps/ordering.ts'
import { requestCode, signedInClient } from '../steps/sign-in.ts'

/** Throttles the page to a phone's slow line. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const bytesASecond = 1_400_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
}

/** The paths of scripts that the page requests from now on. */
function recordScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

/** Waits until the page has loaded a script of this name. */
const waitForScript = (page: Page, name: string) =>
  page.waitForFunction(
    (part) =>
      performance
        .getEntriesByType('resource')
        .some((one) => one.name.includes(`/assets/${part}-`) && one.name.endsWith('.js')),
    name,
  )

test('[EASE-01] loads the code of each next step and of overlays before it is needed, on a slow line', async ({
  page,
}) => {
  const client = await signedInClient(page)
  await slowDown(page)
  const heading = page.getByRole('heading', { level: 1 })

  // The cabinet preloads the flow's first steps, and each step the next one.
  await page.goto(webPaths.orders())
  await waitForScript(page, 'JobTypeScreen')
  await waitForScript(page, 'order-flow')
  await waitForScript(page, 'overlays')
  const scripts = recordScripts(page)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(heading).toHaveText('What do you need help with?')
  await page.getByRole('radio', { name: 'Essay writing' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(total(page, '$48.00')).toBeVisible()
  expect(scripts.filter((path) => /JobTypeScreen|order-flow/.test(path))).toEqual([])
  await chooseSubject(page, 'History')
  await waitForScript(page, 'DetailsScreen')
  scripts.length = 0
  await page.getByRole('button', { name: 'Get it done' }).click()
  await page.waitForURL(/\/details$/)
  await expect(heading).toHaveText('Give your Nerd the details')
  expect(scripts.filter((path) => /DetailsScreen|order-details|use-task-files/.test(path))).toEqual([])
  await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Weigh the causes of the war.')
  await confirmAge(page)
  await waitForScript(page, 'ExtraServicesScreen')
  scripts.length = 0
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading).toHaveText('Anything extra?')
  expect(scripts.filter((path) => path.includes('ExtraServicesScreen'))).toEqual([])
})

test('[EASE-01] keeps a button busy until the next screen shows, even if its code loads late @prove', async ({
  page,
}) => {
  const { id } = await placeOrder(await signedInClient(page))
  await page.route(/DetailsScreen-.*\.js$/, () => undefined)
  await page.goto(webPaths.orderForm(id))
  await expect(total(page, '$48.00')).toBeVisible()
  await page.getByRole('button', { name: 'Get it done' }).click()
  await page.waitForURL(/\/details$/)
  await expect(page.getByRole('button', { name: /Saving|Get it done/ })).toHaveAttribute('aria-busy', 'true')
})

/** The step's only button stays busy, whatever its label, for three frames: the time of a redraw. */
async function expectBusy(page: Page): Promise<void> {
  const button = page.locator(':is(main, [data-bottom-bar]) :is(a, button)[aria-busy="true"]').filter({ visible: true })
  await expect(button).toHaveCount(1)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  expect(await button.count()).toBe(1)
}

test('[EASE-01] keeps the button busy while an order is placed on the way to the details and card page', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const details = await holdScripts(page, '**/DetailsScreen-*.js')
  await page.goto(webPaths.newOrderForm('writing'))
  await chooseSubject(page, 'History')
  const placed = page.waitForResponse((answer) => answer.url().endsWith(apiPaths.orders()) && answer.status() === 201)
  await page.getByRole('button', { name: 'Get it done' }).click()
  await placed
  await expectBusy(page)
  details.letGo()
  await page.waitForURL(/\/order\/[^/]+\/details$/)

  const cardPage = await blockNavigation(page, '**/o/**')
  await page.goto(webPaths.newOrderForm('quiz'))
  await chooseSubject(page, 'History')
  await page.goto(webPaths.newOrderDetails('quiz'))
  await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Twenty questions.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**${webPaths.newOrderExtraServices('quiz')}`)
  await page.getByRole('button', { name: /^Pay / }).click()
  await cardPage.response
  await page.waitForURL(/\/order\/[^/]+\/extra-services$/)
  await expectBusy(page)
})

test('[EASE-01] keeps the button busy from the question of age to the card page @prove', async ({ page }) => {
  const { id } = await placeOrder(await signedInClient(page, { adult_confirmed: undefined }))
  const cardPage = await blockNavigation(page, '**/o/**')
  await page.goto(webPaths.orderPayment(id))
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await cardPage.response
  await expectBusy(page)
})

test('[EASE-01][EASE-04] (ux 16) keeps the page that a client opened during a save', async ({ page }) => {
  const client = await signedInClient(page, { adult_confirmed: undefined })
  const order = await placeOrder(client)
  let isAtCardPage = false
  page.on('request', (request) => {
    isAtCardPage ||= new URL(request.url()).pathname.startsWith('/o/')
  })
  await page.goto(webPaths.orderPayment(order.id))
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  const saving = await holdCall(page, { method: 'PATCH', path: apiPaths.me() })
  await page.getByRole('button', { name: 'Continue' }).click()
  await saving.request
  await openByMenu(page, 'My tasks')
  await expect(page.getByRole('article')).toHaveCount(1)
  await saving.letGo()
  expect(isAtCardPage).toBe(false)
  await expect(page).toHaveURL(webPaths.orders())

  await payOrder(page, order)
  await addOrderFile(order.id, 'file_final_draft', 'essay.pdf')
  await postEvents(order.id, 'send')
  await page.goto(webPaths.orders())
  const files = await holdCall(page, { method: 'GET', path: apiPaths.orderFiles(order.id) })
  await page.getByRole('link', { name: /^Download/ }).click()
  await files.request
  await openByMenu(page, 'My info')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  const arriving = page.waitForEvent('download')
  await files.letGo()
  await arriving
  await expect(page).toHaveURL(webPaths.myInfo())
})

test('[EASE-01] keeps the button busy on contact page and e-mail sign-in until the next page loads @prove', async ({
  page,
}) => {
  const { email } = await newClient()
  const next = await holdScripts(page, /\/(MessageSent|EmailSent)Screen-[^/]*\.js$/)
  const pages = [
    { path: webPaths.contactUs(), field: 'Phone number', value: unusedPhone(), button: 'Text me', asks: '/client' },
    {
      path: webPaths.loginEmail(),
      field: 'E-mail',
      value: email,
      button: 'Email me the link to login',
      asks: '/factor_auth',
    },
  ]
  for (const { path, field, value, button, asks } of pages) {
    await page.goto(path)
    await untilHydrated(page)
    await page.getByLabel(field).fill(value)
    const answered = page.waitForResponse((answer) => answer.url().endsWith(asks) && answer.ok())
    await page.getByRole('button', { name: button }).click()
    await answered
    await expectBusy(page)
  }
  next.letGo()
  await page.waitForURL(`**${webPaths.loginEmailSent()}`)
})

test('[EASE-01] opens an overlay from loaded code, on a slow line', async ({ page }) => {
  const client = await signedInClient(page)
  await payOrder(page, await placeOrder(client))
  await slowDown(page)
  await page.goto(webPaths.orders())
  await waitForScript(page, 'overlays')
  const scripts = recordScripts(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: /^Details/ }).click()
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible()
  expect(scripts.filter((path) => /overlays|uploads/.test(path))).toEqual([])
})

test('[EASE-01] loads the overlays with the orders, before the code of the next step', async ({ page }) => {
  await signedInClient(page)
  const orders = await holdCall(page, { method: 'GET', path: '/first_data?orders=active' })
  const scripts = recordScripts(page)
  await page.goto(webPaths.orders())
  await waitForScript(page, 'overlays')
  expect(scripts.filter((path) => /JobTypeScreen|DeferredParts/.test(path))).toEqual([])
  await orders.letGo()
})

test('[EASE-01] loads each way to sign in before it is chosen, and the cabinet during the code', async ({ page }) => {
  const { phone } = await newClient()
  await slowDown(page)
  await page.goto(webPaths.login())
  await waitForScript(page, 'PhoneScreen')
  await waitForScript(page, 'EmailScreen')
  const scripts = recordScripts(page)
  await page.getByRole('link', { name: /^A? ?Phone number/ }).click()
  const code = await requestCode(page, phone)
  expect(scripts.filter((path) => /PhoneScreen|sign-in/.test(path))).toEqual([])
  await waitForScript(page, 'cabinet')
  scripts.length = 0
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My tasks')
  expect(scripts.filter((path) => /client|cabinet/.test(path))).toEqual([])
})

test('[EASE-01] loads a texted link’s screen during the sign-in, with its data in one call', async ({ page }) => {
  const link = new URL(await textBackLink(await newClient()))
  const signingIn = await holdCall(page, { method: 'POST', path: apiPaths.factorAuth() })
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto(`${link.pathname}?${new URLSearchParams({ next: webPaths.orders() })}`)
  await signingIn.request
  // The code shared by all client screens; public pages do not load it.
  await waitForScript(page, 'client')
  await signingIn.letGo()
  await page.waitForURL(`**${webPaths.orders()}`)
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(paths.filter((path) => path === apiPaths.firstData())).toHaveLength(1)
  expect(paths).not.toContain(apiPaths.orders())
})
