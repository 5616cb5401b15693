import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { linkIn, messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { keyIn, ratingLink, textBackLink } from '../steps/links.ts'
import { newClient } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'
import { pressBlocked } from '../steps/press-blocked.ts'

test.use({
  consoleMay: {
    say: [refusedRequest(401), refusedRequest(404), refusedRequest(422), refusedRequest(429), /net::ERR_FAILED/],
  },
})

/** The fields of a client that these journeys read. */
interface Client {
  id: string
  profile_referral_code: string
}

/** The id of no order. */
const noOrder = '00000000-0000-7000-8000-000000000000'

/** Requests a mailed link on its page and returns the link's address. */
async function requestLink(page: Page, email: string): Promise<string> {
  const before = (await messagesTo(email)).length
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me the link to login' }).click()
  await page.waitForURL(`**${webPaths.loginEmailSent()}`)
  return linkIn(await nextMessageTo(email, before))
}

/** The key of this browser's client; undefined when signed out. */
const whoIsIn = async (page: Page): Promise<string | undefined> => {
  const token = await page.evaluate((key) => localStorage.getItem(key), browserKeys.session)
  return token === null ? undefined : (await call<Client>('GET', apiPaths.me(), { token })).id
}

/** A client with the key of a link texted to them, and a session token. */
async function clientWithKey() {
  const client = await newClient()
  const key = keyIn(await textBackLink(client))
  const { jwt: token } = await call<{ jwt: string }>('POST', apiPaths.factorAuth(), {
    body: { type: 'check_code', factor: 'key', value: key },
  })
  return { ...client, key, token }
}

test.describe('by e-mail', () => {
  test('[AUTH-08][AUTH-10][AUTH-17] (ux 10, ux 11) opens the requested page by mail, also in another tab', async ({
    page,
    context,
  }) => {
    const client = await newClient()
    const path = `${webPaths.ordersFilter('unpaid')}?from=mail`
    await page.goto(path)
    await page.waitForURL(`**${webPaths.login()}`)
    await page.getByRole('link', { name: /E-mail/ }).click()
    await page.waitForURL(`**${webPaths.loginEmail()}`)

    const field = page.getByRole('textbox', { name: 'E-mail' })
    await expect(field).toHaveAttribute('type', 'email')
    await expect(field).toHaveAttribute('autocomplete', 'email')
    await expect(field).toHaveAttribute('autocapitalize', 'none')
    await expect(field).toHaveAttribute('spellcheck', 'false')
    await expect(field).not.toHaveAttribute('maxlength')

    const link = await requestLink(page, client.email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please check your email')
    await expect(page.getByText('We have just sent a link you can use to access your account')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(client.email)
    await expect(page.getByRole('link', { name: 'Got it!' })).toHaveAttribute('href', webPaths.login())
    await expect(page.getByRole('link', { name: 'Log in with phone instead' })).toBeVisible()

    const mailProgram = await context.newPage()
    await mailProgram.goto(link)
    await mailProgram.waitForURL(`**${path}`)
    expect(await whoIsIn(mailProgram)).toBe(client.id)
    // AUTH-18: the waiting tab is signed in too, and continues.
    await page.waitForURL(`**${path}`)
  })

  test('[AUTH-08][INFO-03] (ux 10, ux 31) blocks the button without an address, and corrects a typo @prove', async ({
    page,
  }) => {
    await page.goto(webPaths.loginEmail())
    const field = page.getByRole('textbox', { name: 'E-mail' })
    const button = page.getByRole('button', { name: 'Email me the link to login' })
    await expect(button).toBeDisabled()
    await pressBlocked(button)
    await expect(page.getByText('Enter your e-mail')).toBeVisible()
    for (const typed of ['ann', 'ann@mail.com, bob@mail.com']) {
      await field.fill(typed)
      await expect(button).toBeDisabled()
      await pressBlocked(button)
      await expect(page.getByText('Invalid email')).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveValue(typed)
    }
    await expectAccessible(page)
    await field.fill('ann@gmial.com')
    await expect(page.getByText('Invalid email')).toBeHidden()
    await expect(button).toBeEnabled()
    await field.blur()
    await page.getByRole('button', { name: 'ann@gmail.com' }).click()
    await expect(field).toHaveValue('ann@gmail.com')
    await expect(field).toBeFocused()
  })

  test('[AUTH-09] (ux 13) reports an unknown address, and offers a correction or the phone @prove', async ({
    page,
  }) => {
    const unknown = `nobody.${Date.now()}@mail.example.com`
    await page.goto(webPaths.loginEmail())
    await page.getByRole('textbox', { name: 'E-mail' }).fill(unknown)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Sorry, we don't recognize this email")
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Got it!' })).toHaveAttribute('href', webPaths.root())
    await expect(page.getByRole('link', { name: 'Log in with phone instead' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Try another e-mail' }).click()
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(unknown)
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(unknown)
  })

  test('[AUTH-08] (ux 11) lets another mail be requested after a while; a reload sends none @prove', async ({
    page,
  }) => {
    const client = await newClient()
    await page.clock.install()
    await page.goto(webPaths.loginEmail())
    await requestLink(page, client.email)
    await page.reload()
    await expect(page.getByText(client.email)).toBeVisible()
    const resend = page.getByRole('button', { name: 'Resend' })
    await expect(resend).toBeDisabled()
    await page.goBack()
    const button = page.getByRole('button', { name: 'Email me the link to login' })
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(client.email)
    await expect(button).toBeDisabled()
    await page.goForward()
    await page.clock.runFor(31_000)
    expect(await messagesTo(client.email)).toHaveLength(1)
    await resend.click()
    await nextMessageTo(client.email, 1)
    await expect(page.getByRole('status').filter({ hasText: `We sent another link to ${client.email}.` })).toBeVisible()
  })

  test('[AUTH-08][AUTH-10] with the keyboard alone @prove', async ({ page }) => {
    const client = await newClient()
    await page.goto(webPaths.login())
    await untilHydrated(page)
    await page.getByRole('link', { name: /E-mail/ }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${webPaths.loginEmail()}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    await page.keyboard.type(client.email)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Email me the link to login' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Got it!' })).toBeFocused()
    await page.goto(linkIn(await nextMessageTo(client.email, 0)))
    await page.waitForURL(`**${webPaths.orders()}`)
  })
})

test.describe('by a link', () => {
  test('[AUTH-10][AUTH-20] (ux 12) (abuse 28) survives a fetch, and sends a new link at a second use', async ({
    page,
    request,
  }) => {
    const client = await newClient()
    await page.goto(webPaths.loginEmail())
    const link = await requestLink(page, client.email)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await request.fetch(link, { method })
      expect(answer.status()).toBe(200)
      expect(answer.headers()['referrer-policy']).toBe('no-referrer')
    }
    await page.goto(link)
    await page.waitForURL(`**${webPaths.orders()}`)
    await page.goBack()
    expect(page.url(), 'the link is not kept in the history').not.toContain('/auth/')

    await page.evaluate(() => localStorage.clear())
    await page.goto(`${link}?next=${webPaths.newOrder()}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t log you in')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('This link was already used. Please log in again with a new one.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      webPaths.contactUs(),
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Email me a new link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please check your email')
    await page.goto(linkIn(await nextMessageTo(client.email, 1)))
    await page.waitForURL(`**${webPaths.newOrder()}`)
    expect(await whoIsIn(page)).toBe(client.id)
  })

  for (const next of [undefined, webPaths.newOrder()]) {
    test(`[AUTH-10][EASE-01] signs in by text and requests ${next ?? webPaths.orders()} before its code @prove`, async ({
      page,
    }) => {
      const { key, id } = await clientWithKey()
      const requestedPaths: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname === apiPaths.factorAuth() || pathname === apiPaths.firstData()) requestedPaths.push(pathname)
      })
      let release = () => {}
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/assets\/main-.*\.js$/, async (route) => {
        await gate
        await route.continue()
      })
      const data = page.waitForResponse((answer) => new URL(answer.url()).pathname === apiPaths.firstData())
      await page.goto(webPaths.shortLink(key, next), { waitUntil: 'commit' })
      expect((await data).status()).toBe(200)
      release()
      await page.waitForURL(`**${next ?? webPaths.orders()}`)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      expect(await whoIsIn(page)).toBe(id)
      expect(requestedPaths).toEqual([apiPaths.factorAuth(), apiPaths.firstData()])
    })
  }

  test('[AUTH-10] shows the sign-in with a way to contact us, and survives a lost connection @prove', async ({
    page,
  }) => {
    const { key, id } = await clientWithKey()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**${apiPaths.factorAuth()}`, async (route) => {
      await gate
      await route.abort()
    })
    await page.goto(webPaths.shortLink(key))
    await expect(
      page.getByRole('status').filter({ hasText: 'Please bear with us. We are logging you in' }),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
    await expectAccessible(page)
    release()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute(`**${apiPaths.factorAuth()}`)
    await again.click()
    await page.waitForURL(`**${webPaths.orders()}`)
    expect(await whoIsIn(page)).toBe(id)
  })

  test('[AUTH-10][AUTH-16][SAFE-05] (ux 13) asks before a link replaces the signed-in account', async ({ page }) => {
    const someone = await signedInClient(page)
    const { key, id, phone } = await clientWithKey()
    await page.goto(webPaths.shortLink('no-such-key'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t log you in')
    await expect(page.getByRole('link', { name: 'Go to my tasks' })).toBeVisible()
    expect(await whoIsIn(page)).toBe(someone.id)

    const masked = (text: string) => `•••${text.slice(-4)}`
    await page.goto(webPaths.shortLink(key, webPaths.newOrder()))
    const question = page.getByRole('heading', { level: 1 })
    await expect(question).toHaveText(`This link signs you in as ${masked(phone)}`)
    await expect(question).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: `Stay signed in as ${masked(someone.phone)}` }).click()
    await page.waitForURL(`**${webPaths.orders()}`)
    expect(await whoIsIn(page)).toBe(someone.id)

    // The link was not used up, by either path.
    await page.goto(webPaths.ratingLink(key, noOrder))
    await expect(question).toHaveText(`This link signs you in as ${masked(phone)}`)
    await page.goto(webPaths.shortLink(key, webPaths.newOrder()))
    await expect(question).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: `Continue as ${masked(phone)}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${webPaths.newOrder()}`)
    expect(await whoIsIn(page)).toBe(id)
    // Their own link signs in without a question.
    await page.goto(webPaths.shortLink(key))
    await page.waitForURL(`**${webPaths.orders()}`)
  })

  test('[AUTH-10][AUTH-17] offers every other way at an unknown link, to the same page @prove', async ({ page }) => {
    const client = await newClient()
    await page.goto(webPaths.shortLink('no-such-key', webPaths.newOrder()))
    await page.getByRole('link', { name: 'Log in another way' }).click()
    await page.waitForURL(`**${webPaths.login()}`)
    await page.getByRole('link', { name: /E-mail/ }).click()
    await page.goto(await requestLink(page, client.email))
    await page.waitForURL(`**${webPaths.newOrder()}`)
  })

  test('[AUTH-11][SAFE-01] (abuse 12, abuse 37) next leads to client pages of this site only @prove', async ({
    page,
  }) => {
    const { key } = await clientWithKey()
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      'javascript:alert(1)',
      'https://evil.example',
      webPaths.logout(),
      webPaths.shortLink(key),
      `/orders/..${webPaths.logout()}`,
      `/order/..%2F..%2Fapi%2Fv3%2Forders/extra-services`,
      webPaths.payOrder('token'),
    ]) {
      await page.goto(`/authkey/${key}?next=${encodeURIComponent(next)}`)
      await page.waitForURL((url) => url.pathname === webPaths.orders())
      expect(new URL(page.url()).hostname).toBe('localhost')
    }
  })
})

test.describe('by the link of an order', () => {
  test('[AUTH-12] leads to the payment of the order, with the subscription that it names', async ({ page }) => {
    const { key, token } = await clientWithKey()
    const order = await placeOrder({ token })
    const paymentRequest = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/o/'))
    await page.goto(webPaths.shortPaymentLink(key, order.id, 'sub_123'))
    expect(new URL((await paymentRequest).url()).searchParams.get('subscription_id')).toBe('sub_123')
    await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  })

  test('[AUTH-12] leads to / for an order of somebody else, for a cut link and for a refunded order', async ({
    page,
  }) => {
    const [mine, other] = [await clientWithKey(), await clientWithKey()]
    const order = await placeOrder(other)
    for (const path of [
      webPaths.shortPaymentLink(mine.key, order.id),
      webPaths.shortPaymentLink(mine.key, noOrder),
      webPaths.shortPaymentLinkCut(mine.key),
    ]) {
      await page.goto(path)
      await page.waitForURL(`**${webPaths.orders()}`)
    }
    expect(await whoIsIn(page)).toBe(mine.id)

    const own = await placeOrder(mine)
    await page.route(`**${apiPaths.order(own.id)}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as object
      await route.fulfill({ response, json: { ...body, system_client_status: 'Refund Declined' } })
    })
    await page.goto(webPaths.shortPaymentLink(mine.key, own.id))
    await page.waitForURL(`**${webPaths.orders()}`)
  })

  test('[AUTH-12][AUTH-17] leads to / for a malformed order; other malformed ids lead to /login @prove', async ({
    page,
  }) => {
    await page.goto('/a/any-key/nope')
    await page.waitForURL(`**${webPaths.login()}`)
    await page.goto('/order/nope/details')
    await page.waitForURL(`**${webPaths.login()}`)
    await signedInClient(page)
    await page.goto('/a/any-key/nope')
    await page.waitForURL(`**${webPaths.orders()}`)
    await page.goto('/order/nope/details')
    await expect(page).toHaveTitle(/Page not found/)
    expect(page.url()).toContain('/order/nope/details')
  })

  test('[AUTH-12][AUTH-23] an invalid key shows why, with a way to contact us @prove', async ({ page }) => {
    for (const path of [
      webPaths.shortPaymentLink('no-such-key', noOrder),
      webPaths.ratingLink('no-such-code', noOrder, '5'),
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t log you in')
      await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
    }
  })

  test('[AUTH-13][AUTH-14] (abuse 31) the key leads to the order’s rating; the public code to no page', async ({
    page,
    browser,
  }) => {
    const client = await signedInClient(page)
    const order = await placeOrder(client)
    await payOrder(page, order)
    const link = await ratingLink(client, order)
    const { profile_referral_code: publicCode } = await call<Client>('GET', apiPaths.me(), { token: client.token })
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(webPaths.ratingLink(publicCode, order.id, '5'))
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('We couldn’t log you in')
    expect(await whoIsIn(visitor)).toBeUndefined()
    for (const mark of ['5', undefined]) {
      await visitor.goto(webPaths.ratingLink(keyIn(link), order.id, mark))
      await visitor.waitForURL(`**${webPaths.orderRating(order.id, mark)}`)
      expect(await whoIsIn(visitor)).toBe(client.id)
    }
    await visitor.context().close()
  })
})
