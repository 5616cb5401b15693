import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { holdScripts } from '../steps/hold-call.ts'
import { messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { openByMenu, openMenu } from '../steps/menu.ts'
import { newClient, unusedAustralianPhone } from '../steps/operations.ts'
import { placeOrder, total } from '../steps/ordering.ts'
import { call, signedInClient, signIn } from '../steps/sign-in.ts'

const installBanner = (page: Page) => page.getByRole('complementary', { name: 'Keep Nerdify one tap away' })

/** The install offer loads and counts the visit a moment after the first screen. */
const untilVisitIsNoted = (page: Page) =>
  page.waitForFunction((key) => localStorage.getItem(key) !== null, browserKeys.visited)

/** Fires Chrome's install prompt, as it does where the app can be installed; returns whether the page took it. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.prompted = 'yes'
      return { outcome: 'dismissed' }
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })

test.describe('offline', () => {
  test.use({
    serviceWorkers: 'allow',
    // The last line comes from the browser's own check for a newer service worker.
    consoleMay: {
      say: [/ERR_INTERNET_DISCONNECTED/, /dynamically imported/, /error occurred when fetching the script/],
    },
  })

  test('[UI-05][UI-08][EASE-12] (ux 54) reports being offline, keeps typing, stores nothing private, retries', async ({
    page,
    context,
  }) => {
    const { phone } = await newClient()
    await page.goto(webPaths.loginPhone())
    await page.evaluate(() => navigator.serviceWorker.ready)
    const cached = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
      return requests.map(({ url }) => new URL(url).pathname)
    })
    expect(cached).toContain(webPaths.offline())
    for (const path of cached) expect(path).toMatch(/^\/(offline|icon\.svg|assets\/[\w-]+\.woff2)$/)

    await page.getByLabel('Phone number').fill(phone)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline. We keep what you type.')).toBeVisible()
    await page.getByRole('button', { name: 'Request the code' }).click()
    await expect(page.getByText('Try again once you’re back online.')).toBeVisible()
    // One sentence says that the device is offline, not two.
    await expect(page.getByText('We can’t reach Nerdify.', { exact: false })).toHaveCount(0)
    await expect(page.getByLabel('Phone number')).toHaveValue(/\d{3}.?\d{4}$/)
    // A phone's connection often fails again right after its return.
    await page.route(`**${apiPaths.factorAuth()}`, (route) => route.abort('internetdisconnected'), { times: 1 })
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible()
    await nextMessageTo(phone, 0)
    expect(await messagesTo(phone)).toHaveLength(1)

    // A page that this browser has not opened before.
    await context.setOffline(true)
    await page.goto(webPaths.refunds())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds and policies')
  })

  test('[EASE-12] keeps the current screen and a form’s choice while the next code waits for the line', async ({
    page,
    context,
  }) => {
    const client = await signedInClient(page)
    const { id } = await placeOrder(client)
    const heading = page.locator('main h1')
    const isOffline = page.getByText('You’re offline. We keep what you type.')
    await page.goto(webPaths.orders())
    await expect(heading).toHaveText('My tasks')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.evaluate(() => navigator.serviceWorker.ready)

    await context.setOffline(true)
    await openByMenu(page, 'My info')
    await page.waitForURL(`**${webPaths.myInfo()}`)
    await expect(isOffline).toBeVisible()
    await expect(heading).toHaveText('My tasks')
    await context.setOffline(false)
    await expect(heading).toHaveText('My info')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
    await expect(page.getByText('Try again once you’re back online.')).toBeHidden()

    await page.goto(webPaths.orderForm(id))
    await expect(total(page, '$48.00')).toBeVisible()
    await context.setOffline(true)
    await page
      .getByRole('button', { name: /One more|More pages|Increase/ })
      .first()
      .click()
    await expect(page.getByText('Try again once you’re back online.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Try again once you’re back online.')).toBeHidden()
    await expect
      .poll(async () => (await call<{ size: string }>('GET', apiPaths.order(id), client)).size)
      .toBe('3 Pages')

    // The offline page knows the session.
    await context.setOffline(true)
    await page.goto(webPaths.refunds())
    await expect(heading.filter({ visible: true })).toHaveText('You’re offline')
    await expect(page.getByRole('link', { name: 'My tasks' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
  })

  test('[EASE-12] loads a screen’s failed code again once the line is back @prove', async ({ page }) => {
    await signedInClient(page)
    await page.goto(webPaths.orders())
    await openMenu(page)
    let failures = 0
    await page.route(
      '**/assets/MyInfoScreen-*.js',
      (route) => {
        failures += 1
        return route.abort('internetdisconnected')
      },
      { times: 1 },
    )
    await page.getByRole('link', { name: 'My info' }).click()
    await expect(page.locator('main h1')).toHaveText('My info')
    expect(failures).toBe(1)
  })
})

test('[UI-01] counts the tasks in the menu, and leads to a new one, to contact and out @prove', async ({ page }) => {
  await placeOrder(await signedInClient(page))
  for (const width of [390, 1280]) {
    const isWide = width >= 900
    await page.setViewportSize({ width, height: 844 })
    await page.goto(webPaths.orders())
    await openMenu(page)
    const menu = isWide ? page.getByRole('banner') : page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: /^My tasks\s*1$/ })).toHaveAttribute('href', webPaths.orders())
    await expect(menu.getByRole('link', { name: 'Hire a Nerd' })).toHaveAttribute('href', webPaths.newOrder())
    if (isWide) await menu.getByRole('button', { name: 'More: Contact us, Sign out' }).click()
    await expect(menu.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', webPaths.contactUs())
    await expect(menu.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', webPaths.logout())
  }
})

test('[UI-01] a menu opened while the next page loads stays open on it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInClient(page)
  await page.goto(webPaths.myInfo())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My info')
  const { request, letGo } = await holdScripts(page)
  await page.getByRole('link', { name: 'Nerdify' }).first().click()
  await page.waitForURL(`**${webPaths.orders()}`)
  await request
  await openMenu(page)
  await expect(page.locator('main h1')).toHaveText('My info')
  letGo()
  await expect(page.locator('main h1')).toHaveText('My tasks')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'My info' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My info')
})

test('[PUB-09][UI-08] (ux 32) sends a form pressed before its code arrives, once it does', async ({ page }) => {
  const { phone, email } = await newClient()
  const leaving = unusedAustralianPhone()
  const heading = page.getByRole('heading', { level: 1 })
  for (const { path, send, came, to } of [
    {
      path: webPaths.loginPhone(),
      async send() {
        await page.getByLabel('Phone number').fill(phone)
        await page.getByRole('button', { name: 'Request the code' }).click()
      },
      came: () => expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible(),
      to: phone,
    },
    {
      path: webPaths.loginEmail(),
      async send() {
        await page.getByLabel('E-mail').fill(email)
        await page.keyboard.press('Enter')
      },
      came: () => page.waitForURL(`**${webPaths.loginEmailSent()}`),
      to: email,
    },
    {
      path: webPaths.contactUs(),
      async send() {
        await page.getByLabel('Country').selectOption('AU')
        await page.getByLabel('Phone number').fill(leaving)
        await page.keyboard.press('Enter')
      },
      came: () => expect(heading).toHaveText('Your text is on its way'),
      to: leaving,
    },
  ]) {
    const { letGo } = await holdScripts(page)
    const before = (await messagesTo(to)).length
    await page.goto(path, { waitUntil: 'commit' })
    await send()
    await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
    await expectAccessible(page)
    letGo()
    await came()
    await expect(page.getByRole('progressbar')).toBeHidden()
    await nextMessageTo(to, before)
    await page.unroute('**/*.js')
    expect(await messagesTo(to), to).toHaveLength(before + 1)
  }
})

test('[UI-05] the app can be installed, begins with the tasks and has icons for every home screen', async ({
  page,
}) => {
  await page.goto(webPaths.login())
  const devtools = await page.context().newCDPSession(page)
  const { data, errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { start_url, display, icons } = JSON.parse(data ?? '{}') as {
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect({ start_url, display }).toEqual({ start_url: webPaths.orders(), display: 'standalone' })
  const drawn = [
    ...icons.map(({ src }) => src),
    await page.locator('link[rel="apple-touch-icon"]').getAttribute('href'),
  ]
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const src of drawn) expect((await page.request.get(src ?? 'none')).headers()['content-type']).toMatch(/^image\//)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A journey's browser stores nothing, like a private window.
  const missing = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')
  expect(missing).toEqual([])
})

test('[UI-05][UI-06] (ux 58) offers the home screen on phones at the second visit, until closed @prove', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { phone } = await newClient()
  await signIn(page, phone)
  await offerInstall(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My tasks')
  await expect(installBanner(page)).toBeHidden()
  await untilVisitIsNoted(page)

  const second = await context.newPage()
  await second.setViewportSize({ width: 390, height: 844 })
  await second.goto(webPaths.orders())
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('My tasks')
  await offerInstall(second)
  await expect(installBanner(second)).toBeVisible()
  await expectAccessible(second)
  await second.setViewportSize({ width: 900, height: 800 })
  await expect(installBanner(second)).toBeHidden()
  await expect(second.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await second.setViewportSize({ width: 899, height: 800 })
  await expect(installBanner(second)).toBeVisible()
  await expect(second.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(second.getByRole('button', { name: 'Menu' })).toBeVisible()

  await installBanner(second).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(second.locator('html[data-prompted]')).toBeAttached()
  await expect(installBanner(second)).toBeHidden()
  await offerInstall(second)
  await installBanner(second).getByRole('button', { name: 'Close' }).click()
  await second.reload()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('My tasks')
  await offerInstall(second)
  await expect(installBanner(second)).toBeHidden()
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  })

  test('[UI-05] (ux 58) spells out the steps to the home screen @prove', async ({ page, context }) => {
    await signIn(page, (await newClient()).phone)
    await untilVisitIsNoted(page)
    const second = await context.newPage()
    await second.setViewportSize({ width: 390, height: 844 })
    await second.goto(webPaths.orders())
    await expect(installBanner(second)).toContainText('Tap Share at the edge of the screen, then “Add to Home Screen”.')
    await expect(installBanner(second).getByRole('button')).toHaveCount(1)
  })
})

test.describe('a failing read', () => {
  test.use({ consoleMay: { say: [refusedRequest(503)] } })

  test('[UI-08] (ux 54) reports it and offers a retry @prove', async ({ page }) => {
    await signIn(page, (await newClient()).phone)
    const reads = /\/api\/v3\/(orders|first_data)\?/
    await page.route(reads, (route) =>
      route.fulfill({ status: 503, json: { text: 'Please try again.', error_value: null } }),
    )
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Please try again.')
    await expectAccessible(page)
    await page.unroute(reads)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByText('Get Started')).toBeVisible()
  })
})

test('begins a visit with one call: at most eight requests until a screen is usable', async ({ page }) => {
  const client = await newClient()
  await signIn(page, client.phone)
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  for (const [path, screen] of [
    [webPaths.newOrderForm('writing'), page.getByRole('slider', { name: 'Deadline' })],
    [webPaths.orders(), page.getByRole('link', { name: 'Get Started' })],
    [webPaths.myInfo(), page.getByText('No changes to your balance yet.')],
    [webPaths.subscription(), page.getByRole('radio', { name: /Elite/ })],
    [webPaths.refCabinet(), page.getByRole('textbox', { name: 'Your link' })],
  ] as const) {
    // The previous page may still request its deferred data.
    await page.goto('about:blank')
    requestedPaths.length = 0
    await page.goto(path)
    await screen.waitFor()
    // The screen is usable without the stream and the fonts: text shows in the device's fonts.
    const isAwaited = (each: string) => each !== apiPaths.orderStream() && !each.endsWith('.woff2')
    const visit = () => requestedPaths.slice(requestedPaths.indexOf(path)).filter(isAwaited)
    // My info requests the sessions on each visit, below its main content.
    const beside = path === webPaths.myInfo() ? [apiPaths.mySessions()] : []
    const calls = () => visit().filter((each) => each.startsWith('/api/'))
    await expect.poll(calls).toEqual([apiPaths.firstData(), ...beside])
    expect(visit().indexOf(apiPaths.firstData()) + 1, visit().join('\n')).toBeLessThanOrEqual(8)
  }
})
