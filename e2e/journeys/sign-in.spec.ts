import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { holdCall } from '../steps/hold-call.ts'
import { codeIn, codesTo, messagesTo, nextCodeTo } from '../steps/mailbox.ts'
import { newClient, postEvents } from '../steps/operations.ts'
import { chooseJobType, chooseSubject, payOrder, placeOrder } from '../steps/ordering.ts'
import { call, people, requestCode, signedInClient } from '../steps/sign-in.ts'

const numberText = 'Looks like you have mistyped your phone number. Please check and re-enter it.'
const codeText = 'Looks like you have mistyped the verification code. Please check and re-enter it.'

const wrong = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')

test.use({ consoleMay: { say: [refusedRequest(401), refusedRequest(404), refusedRequest(422), refusedRequest(429)] } })

test('[AUTH-01][PUB-09] the chooser leads to both ways in and to the contact page, also without scripts', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  await page.goto(webPaths.login())
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Login with your')
  for (const path of [webPaths.loginPhone(), webPaths.loginEmail(), webPaths.contactUs()]) {
    await expect(page.locator(`a[href="${path}"]`).first()).toBeVisible()
  }
  await context.close()
})

test('[AUTH-02][AUTH-03][MSG-04] (ux 1, ux 2) reports an unknown or invalid number at the field', async ({ page }) => {
  await page.goto(webPaths.loginPhone())
  const field = page.getByLabel('Phone number')
  await expect(field).toHaveAttribute('type', 'tel')
  await expect(page.locator(`a[href="${webPaths.loginEmail()}"]`)).toBeVisible()
  for (const number of ['12345', '+1 415 555 9999']) {
    await field.fill(number)
    await page.getByRole('button', { name: 'Request the code' }).click()
    await expect(page.getByText(numberText)).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect((await field.inputValue()).replace(/\D/g, '')).toBe(number.replace(/\D/g, ''))
  }
  // MSG-04: an account begins with this number, or at `/start`.
  await expect(page.getByRole('button', { name: 'I’m new: continue with this number' })).toBeVisible()
  const start = page.getByRole('main').getByRole('link', { name: 'See your price and start' })
  await expect(start).toHaveAttribute('href', webPaths.start())
  await expectAccessible(page)
})

test('[SAFE-14] a stranger’s guesses do not expire a code: it still signs in, also after a reload @prove', async ({
  page,
  request,
}) => {
  const client = await newClient()
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, client.phone)
  for (let guesses = 0; guesses < 6; guesses += 1) {
    const data = { type: 'check_code', factor: 'phone', value: client.phone.replaceAll(' ', ''), code: wrong(code) }
    expect((await request.post(apiPaths.factorAuth(), { data })).status()).toBe(422)
  }
  await page.reload()
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await page.waitForURL(`**${webPaths.orders()}`)
})

test('[AUTH-04][AUTH-05] (ux 9) keeps a wrong code on step 2, and signs in with the right one', async ({ page }) => {
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, people.top)
  const field = page.getByLabel(/code/i)
  const confirm = page.getByRole('button', { name: 'Confirm and login' })
  await field.fill('1234')
  await expect(confirm).toBeDisabled()
  await field.fill(wrong(code))
  await confirm.click()
  await expect(page.getByText(codeText)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await field.fill(`${code.slice(0, 2)} ${code.slice(2)}`)
  await confirm.click()
  await page.waitForURL(`**${webPaths.orders()}`)
})

test('[AUTH-04] (ux 7, ux 8) resends the same code, corrects the number, and sends nothing on reload', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, people.noref)
  const before = (await codesTo(people.noref)).length
  await page.reload()
  await expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible()
  expect((await codesTo(people.noref)).length).toBe(before)

  await page.getByLabel(/code/i).fill(wrong(code))
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await expect(page.getByText(codeText)).toBeVisible()
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: /^Resend/ }).click()
  expect(codeIn(await nextCodeTo(people.noref, before))).toBe(code)
  await expect(page.getByText(codeText)).toBeHidden()

  await page.getByRole('link', { name: 'Change number' }).click()
  const digits = (await page.getByLabel('Phone number').inputValue()).replace(/\D/g, '')
  expect(digits).toBe(people.noref.replace(/\D/g, ''))
})

test.describe('a line that breaks', () => {
  test.use({
    consoleMay: { say: [refusedRequest(404), /ERR_INTERNET_DISCONNECTED/, /dynamically imported module/] },
  })

  test('[AUTH-04] (ux 16) respects leaving during a resend, and sends it once the line is back @prove', async ({
    page,
    context,
  }) => {
    const { phone } = await newClient()
    await page.clock.install()
    await page.goto(webPaths.loginPhone())
    await requestCode(page, phone)
    const resend = page.getByRole('button', { name: /^Resend/ })
    await page.clock.runFor(61_000)
    await context.setOffline(true)
    await resend.click()
    await expect(page.getByText('Try again once you’re back online.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/^We texted the code to .* again\.$/)).toBeVisible()

    await page.clock.runFor(121_000)
    const again = await holdCall(page, { method: 'POST', path: apiPaths.factorAuth() })
    await resend.click()
    await again.request
    await page.getByRole('link', { name: 'Contact us' }).first().click()
    await page.waitForURL(`**${webPaths.contactUs()}`)
    await again.letGo()
    await expect(page).toHaveURL(webPaths.contactUs())
  })

  test('[UI-08] (ux 54) reports code that fails to load after the sign-in, with a way on @prove', async ({ page }) => {
    const { phone } = await newClient()
    const clientCode = '**/assets/client-*.js'
    await page.route(clientCode, (route) => route.fulfill({ status: 404 }))
    await page.goto(webPaths.loginPhone())
    const code = await requestCode(page, phone)
    await page.getByRole('textbox', { name: '5-digit code' }).fill(code)
    await page.getByRole('button', { name: 'Confirm and login' }).click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await page.unroute(clientCode)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'My tasks' })).toBeVisible()
  })
})

test('[AUTH-07] (ux 3, ux 4, ux 5) takes the code from the phone or pasted whole', async ({ page }) => {
  const client = await newClient()
  // A browser that reads texts (WebOTP): called once, and aborted when the page is left.
  await page.addInitScript(() => {
    const asked: AbortSignal[] = []
    Object.assign(window, { asked, OTPCredential: Object })
    navigator.credentials.get = (options) => {
      const { signal, otp } = options as { signal: AbortSignal; otp: { transport: string[] } }
      if (otp.transport.join() !== 'sms') throw new Error('the code comes by SMS')
      asked.push(signal)
      return new Promise((resolve) => Object.assign(window, { arrive: (code: string) => resolve({ code } as never) }))
    }
  })
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, client.phone)
  const [message] = await messagesTo(client.phone)
  const lines = message?.text.split('\n') ?? []
  expect(lines[0]).toMatch(new RegExp(`Nerdify.*${code}`))
  expect(lines.at(-1)).toBe(`@localhost #${code}`)

  const field = page.getByLabel(/code/i)
  await expect(field).toHaveCount(1)
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).not.toHaveAttribute('maxlength')

  await field.fill(message?.text ?? '')
  await expect(field).toHaveValue(code)
  await field.fill('')
  await page.evaluate((text) => (window as never as { arrive: (code: string) => void }).arrive(text), code)
  await expect(field).toHaveValue(code)
  const confirm = page.getByRole('button', { name: 'Confirm and login' })
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${webPaths.orders()}`)
  expect(
    await page.evaluate(() => (window as never as { asked: AbortSignal[] }).asked.every(({ aborted }) => aborted)),
  ).toBe(true)
})

test('[AUTH-21] (ux 13) shows when to retry after too many requests, and offers the e-mail @prove', async ({
  page,
}) => {
  const text = 'Too many tries. Please try again in 42 minutes.'
  await page.route(`**${apiPaths.factorAuth()}`, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '2520' },
      json: { text, error_value: 2520, error_type: 'too_many_requests' },
    }),
  )
  for (const [path, label, button] of [
    [webPaths.loginPhone(), 'Phone number', 'Request the code'],
    [webPaths.loginEmail(), 'E-mail', 'Email me the link to login'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('textbox', { name: label }).fill(label === 'E-mail' ? 'ann@mail.com' : '+1 415 555 0100')
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('textbox', { name: label })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('link', { name: /^Log in with (e-mail|phone) instead$/ })).toBeVisible()
  }
})

test('[AUTH-19][AUTH-23] (ux 14) returns to the page after an expired session, with the order’s input @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await call('POST', apiPaths.factorAuth(), { body: { type: 'sign_out' }, token: client.token })
  await page.reload()
  await page.waitForURL(`**${webPaths.login()}`)
  await expect(page.getByRole('alert')).toHaveText('You were logged out. Log in again to pick up where you left off.')
  await page.getByRole('link', { name: /phone/i }).first().click()
  await page.getByLabel(/code/i).or(page.getByLabel('Phone number')).waitFor()
  const code = await requestCode(page, client.phone)
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('History')
})

test('[AUTH-15][AUTH-16][AUTH-18] opens the requested page after sign-in, and signs out every tab', async ({
  page,
  context,
}) => {
  const target = `${webPaths.ordersFilter('unpaid')}?from=mail`
  await page.goto(target)
  await page.waitForURL(`**${webPaths.login()}`)
  await page.getByRole('link', { name: /phone/i }).first().click()
  const code = await requestCode(page, people.noref)
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await page.waitForURL(`**${target}`)

  const other = await context.newPage()
  for (const path of [webPaths.login(), webPaths.loginPhone(), webPaths.loginEmail()]) {
    await other.goto(path)
    await other.waitForURL(`**${webPaths.orders()}`)
  }
  const token = await other.evaluate((key) => localStorage.getItem(key), browserKeys.session)
  const headers = { authorization: `Bearer ${token}` }
  const readMe = async () => (await fetch(`${process.env.PRODUCT_URL}${apiPaths.me()}`, { headers })).status
  expect(await readMe()).toBe(200)
  await other.goto(webPaths.logout())
  await other.waitForURL(`**${webPaths.login()}`)
  await expect.poll(readMe, 'the session on the server').toBe(401)
  await page.waitForURL(`**${webPaths.login()}`)
  await page.goto(webPaths.orders())
  await page.waitForURL(`**${webPaths.login()}`)
})

/** The overlays of the cabinet: the address after the list's, and the title, for an order sent and rated 4. */
const overlaysOver: readonly (readonly [path: (orderId: string) => string, title: string])[] = [
  [(id) => `${webPaths.orders()}/${id}/files?filter=completed`, 'Files'],
  [(id) => webPaths.orderRating(id, '5'), 'Change your rating'],
  [(id) => `${webPaths.ordersFilter('paid')}/${id}/rating/change`, 'Change your rating'],
  [(id) => `${webPaths.orders()}/${id}/tips`, 'Say thanks with a tip?'],
  [(id) => `${webPaths.ordersFilter('paid')}/${id}/revision?from=mail`, 'Request a revision'],
  [(id) => `${webPaths.orders()}/${id}/refund`, 'Ask for a refund'],
  [() => webPaths.premiumOffer(), 'Go premium'],
]

test('[AUTH-17][AUTH-18][CAB-07] opens the overlay of an address after the sign-in @prove', async ({
  page,
  context,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await payOrder(page, order)
  await postEvents(order.id, 'nerd_found', 'send')
  const rating = { action: 'client_feedback', mark: 4 }
  await call('PATCH', apiPaths.order(order.id), { token: client.token, body: rating })

  const other = await context.newPage()
  await other.goto(webPaths.privacyPolicy())
  const sessionKey = browserKeys.session
  for (const [index, [pathFor, title]] of overlaysOver.entries()) {
    const path = pathFor(order.id)
    await other.evaluate((key) => localStorage.removeItem(key), sessionKey)
    await page.goto(path)
    await page.waitForURL(`**${webPaths.login()}`)
    if (index === 0) {
      await page.getByRole('link', { name: /phone/i }).first().click()
      const code = await requestCode(page, client.phone)
      await page.getByLabel(/code/i).fill(code)
      await page.getByRole('button', { name: 'Confirm and login' }).click()
    } else {
      await other.evaluate(([key, token]) => localStorage.setItem(key, token), [sessionKey, client.token] as const)
    }
    await expect(page.getByRole('dialog').getByRole('heading', { name: title, level: 2 })).toBeVisible()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(path)
  }
})

test('[AUTH-18] reports blocked site data at sign-in and at each load that lost the session', async ({ page }) => {
  const client = await newClient()
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const notice = page.getByRole('alert').filter({ hasText: 'Your browser blocks site data' })
  await page.goto(webPaths.loginPhone())
  await expect(notice).toBeVisible()
  await page.getByRole('textbox', { name: /code/i }).fill(await requestCode(page, client.phone))
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await expect(page).toHaveURL(webPaths.orders())
  await page.reload()
  await expect(page).toHaveURL(webPaths.login())
  await expect(notice).toBeVisible()
})

test('[AUTH-19] a session ended by the server leads to the sign-in and back to the page @prove', async ({ page }) => {
  await signedInClient(page)
  await page.route(`**${apiPaths.firstData()}?*`, (route) =>
    route.fulfill({ status: 401, json: { text: 'Please sign in again.', error_value: null } }),
  )
  await page.goto(webPaths.orders())
  await page.waitForURL(`**${webPaths.login()}`)
})

test('[PUB-08] an unknown path answers 404 with links to log in and to contact us @prove', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText("We can't find the page you're looking for.")).toBeVisible()
  await expect(page.locator(`main a[href="${webPaths.contactUs()}"]`)).toBeVisible()
  await expect(page.locator(`main a[href="${webPaths.login()}"]`)).toBeVisible()
})
