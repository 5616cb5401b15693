import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test, untilTakenOver } from '../steps/browser.ts'
import { holdCall, holdScripts, blockNavigation } from '../steps/hold-call.ts'
import { textBackLink } from '../steps/links.ts'
import { openByMenu } from '../steps/menu.ts'
import { addOrderFile, newClient, postEvents, unusedPhone } from '../steps/operations.ts'
import { chooseSubject, confirmAge, payOrder, placeOrder, total } from '../steps/ordering.ts'
import { requestCode, signedInClient } from '../steps/sign-in.ts'

/** A phone's slow line. */
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

/** The scripts that a page asks for from now on. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
  })
  return asked
}

/** Waits until a script of this name has come, which nobody has pressed for. */
const came = (page: Page, name: string) =>
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

  // The cabinet has the flow's first steps; each step the next.
  await page.goto(webPaths.orders())
  await came(page, 'JobTypeScreen')
  await came(page, 'order-flow')
  await came(page, 'overlays')
  const asked = scriptsOf(page)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(heading).toHaveText('What do you need help with?')
  await page.getByRole('radio', { name: 'Essay writing' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(total(page, '$48.00')).toBeVisible()
  expect(asked.filter((path) => /JobTypeScreen|order-flow/.test(path))).toEqual([])
  await chooseSubject(page, 'History')
  await came(page, 'DetailsScreen')
  asked.length = 0
  await page.getByRole('button', { name: 'Get it done' }).click()
  await page.waitForURL(/\/details$/)
  await expect(heading).toHaveText('Give your Nerd the details')
  expect(asked.filter((path) => /DetailsScreen|order-steps/.test(path))).toEqual([])
  await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Weigh the causes of the war.')
  await confirmAge(page)
  await came(page, 'ExtraServicesScreen')
  asked.length = 0
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading).toHaveText('Anything extra?')
  expect(asked.filter((path) => path.includes('ExtraServicesScreen'))).toEqual([])
})

test('[EASE-01] a busy button stays busy until the next screen stands, also where its code comes late @prove', async ({
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

/** The step's one button stays busy, whatever its label: for three frames, the time of a screen's redraw. */
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

  await page.goto(webPaths.newOrderForm('quiz'))
  await chooseSubject(page, 'History')
  await page.goto(webPaths.newOrderDetails('quiz'))
  await page.getByRole('textbox', { name: 'E-mail' }).fill(client.email)
  await page.getByRole('textbox', { name: 'Task description' }).fill('Twenty questions.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**${webPaths.newOrderExtraServices('quiz')}`)
  const cardPage = await blockNavigation(page, '**/o/**')
  await page.getByRole('button', { name: /^Pay / }).click()
  await cardPage.asked
  await page.waitForURL(/\/order\/[^/]+\/extra-services$/)
  await expectBusy(page)
})

test('[EASE-01] so it does where the age is asked on the way to the card page @prove', async ({ page }) => {
  const { id } = await placeOrder(await signedInClient(page, { adult_confirmed: undefined }))
  const cardPage = await blockNavigation(page, '**/o/**')
  await page.goto(webPaths.orderPayment(id))
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await cardPage.asked
  await expectBusy(page)
})

test('[EASE-01][EASE-04] (ux 16) stays with a client who leaves while a save is under way', async ({ page }) => {
  const client = await signedInClient(page, { adult_confirmed: undefined })
  const order = await placeOrder(client)
  let isLed = false
  page.on('request', (request) => {
    isLed ||= new URL(request.url()).pathname.startsWith('/o/')
  })
  await page.goto(webPaths.orderPayment(order.id))
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  const saving = await holdCall(page, { method: 'PATCH', path: apiPaths.me() })
  await page.getByRole('button', { name: 'Continue' }).click()
  await saving.sent
  await openByMenu(page, 'My tasks')
  await expect(page.getByRole('article')).toHaveCount(1)
  await saving.letGo()
  expect(isLed).toBe(false)
  await expect(page).toHaveURL(webPaths.orders())

  await payOrder(page, order)
  await addOrderFile(order.id, 'file_final_draft', 'essay.pdf')
  await postEvents(order.id, 'send')
  await page.goto(webPaths.orders())
  const files = await holdCall(page, { method: 'GET', path: apiPaths.orderFiles(order.id) })
  await page.getByRole('link', { name: /^Download/ }).click()
  await files.sent
  await openByMenu(page, 'My info')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  const arriving = page.waitForEvent('download')
  await files.letGo()
  await arriving
  await expect(page).toHaveURL(webPaths.myInfo())
})

test('[EASE-01] so it does on the contact page and at the sign-in by e-mail, whose next page comes late @prove', async ({
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
    await untilTakenOver(page)
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
  await came(page, 'overlays')
  const asked = scriptsOf(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: /^Details/ }).click()
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible()
  expect(asked.filter((path) => /overlays|uploads|dialogs/.test(path))).toEqual([])
})

test('[EASE-01] loads the overlays beside the orders, before any code of a next step', async ({ page }) => {
  await signedInClient(page)
  const orders = await holdCall(page, { method: 'GET', path: '/first_data?orders=active' })
  const asked = scriptsOf(page)
  await page.goto(webPaths.orders())
  await came(page, 'overlays')
  expect(asked.filter((path) => /JobTypeScreen|DeferredParts/.test(path))).toEqual([])
  await orders.letGo()
})

test('[EASE-01] loads each way to sign in before it is chosen, and the cabinet during the code', async ({ page }) => {
  const { phone } = await newClient()
  await slowDown(page)
  await page.goto(webPaths.login())
  await came(page, 'PhoneScreen')
  await came(page, 'EmailScreen')
  const asked = scriptsOf(page)
  await page.getByRole('link', { name: /^A? ?Phone number/ }).click()
  const code = await requestCode(page, phone)
  expect(asked.filter((path) => /PhoneScreen|sign-in/.test(path))).toEqual([])
  await came(page, 'cabinet')
  asked.length = 0
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My tasks')
  expect(asked.filter((path) => /client|cabinet/.test(path))).toEqual([])
})

test('[EASE-01] loads a texted link’s screen during the sign-in, with its data in one call', async ({ page }) => {
  const link = new URL(await textBackLink(await newClient()))
  const signingIn = await holdCall(page, { method: 'POST', path: apiPaths.factorAuth() })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${link.pathname}?${new URLSearchParams({ next: webPaths.orders() })}`)
  await signingIn.sent
  // What all screens of a client need; no public page has it.
  await came(page, 'client')
  await signingIn.letGo()
  await page.waitForURL(`**${webPaths.orders()}`)
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(asked.filter((path) => path === apiPaths.firstData())).toHaveLength(1)
  expect(asked).not.toContain(apiPaths.orders())
})
