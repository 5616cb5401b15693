import type { Request } from '@playwright/test'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { holdCall, holdScripts } from '../steps/hold-call.ts'
import { messagesTo, nextMessageTo } from '../steps/mailbox.ts'
import { unusedAustralianPhone, unusedPhone } from '../steps/operations.ts'
import { placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'

const numberText = 'Looks like you have mistyped your phone number. Please check and re-enter it.'

test.use({ consoleMay: { say: [refusedRequest(401), refusedRequest(404), refusedRequest(422)] } })

test('[PUB-05][PUB-06][MSG-02] leads a newcomer from a texted number to a new order', async ({ page }) => {
  const phone = unusedPhone()
  await page.goto(webPaths.login())
  await page
    .getByRole('contentinfo')
    .or(page.getByRole('banner'))
    .getByRole('link', { name: 'Contact us' })
    .first()
    .click()
  await page.waitForURL(`**${webPaths.contactUs()}`)
  const field = page.getByLabel('Phone number')
  await expect(field).toHaveAttribute('placeholder', '+1 999 999 9999')
  await page.getByRole('link', { name: 'Message us on Messenger' }).click()
  await page.waitForURL(`${process.env.SANDBOX_URL}/messenger`)
  await page.goBack()
  await untilHydrated(page)

  await field.fill(phone)
  await page.getByLabel('Country').selectOption('Australia (+61)')
  await expect(field).toHaveValue('')
  await expect(field).toHaveAttribute('placeholder', '+614 9999 9999')
  await field.fill(phone)
  await page.getByRole('button', { name: 'Text me' }).click()
  await expect(page.getByText(numberText)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  await page.getByLabel('Country').selectOption('United States (+1)')
  await field.fill(`  ${phone.replaceAll(' ', '  ')} `)
  await page.getByRole('button', { name: 'Text me' }).click()
  await page.waitForURL(`**${webPaths.messageWasSent()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your text is on its way')
  await expect(page.getByText(phone)).toBeVisible()

  const { text } = await nextMessageTo(phone, 0)
  const link = /https?:\/\/\S+/.exec(text)?.[0] as string
  await page.goto(new URL(link).pathname + new URL(link).search)
  await page.waitForURL(`**${webPaths.newOrder()}`)
  await expect(page.getByRole('radio').first()).toBeVisible()
  expect(await messagesTo(phone)).toHaveLength(1)
})

test('[PUB-06] (ux 16) Back from the confirmation leads to the number in its country, to correct it', async ({
  page,
}) => {
  await page.goto(webPaths.contactUs())
  const country = page.getByLabel('Country')
  await country.selectOption('Australia (+61)')
  const number = page.getByLabel('Phone number')
  const phone = unusedAustralianPhone()
  await number.fill(phone)
  await page.getByRole('button', { name: 'Text me' }).click()
  await page.waitForURL(`**${webPaths.messageWasSent()}`)
  await page.goBack()
  await expect(number).toHaveValue(phone)
  await expect(country).toHaveValue('AU')
  await page.reload()
  await expect(country).toHaveValue('AU')
  await page.getByRole('button', { name: 'Text me' }).click()
  await page.waitForURL(`**${webPaths.messageWasSent()}`)
  await page.getByRole('link', { name: 'Check the number and try again' }).click()
  await expect(number).toHaveValue(phone)
  await expect(country).toHaveValue('AU')
})

test('[MSG-02][MSG-03] sends the number without spaces, and waits at most two seconds for the text', async ({
  page,
}) => {
  await page.route('**/api/v1/text-back', () => undefined)
  await page.clock.install()
  const query = '?ref=NERD42&facebook_page_id=page7&facebook_messenger_id=person9'
  await page.goto(webPaths.contactUs() + query)
  const phone = unusedPhone()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('E-mail').fill(' me@example.com ')
  await page.getByLabel('Message').fill('Two problems by Friday')
  await page.clock.pauseAt(Date.now() + 60_000)
  const contactRequest = page.waitForRequest('**/api/v1/client')
  const textRequest = page.waitForRequest('**/api/v1/text-back')
  await page.getByRole('button', { name: 'Text me' }).click()
  const fieldsOf = (request: Request) => Object.fromEntries(new URLSearchParams(request.postData() ?? ''))
  const origin = { landing: webPaths.contactUs(), landing_query: query }
  const number = phone.replaceAll(' ', '')
  const words = { email: 'me@example.com', message: 'Two problems by Friday', phone_ref: '' }
  expect(fieldsOf(await contactRequest)).toEqual({ country: 'usa', phone: number, ...words, ...origin })
  const facebook = { facebook_page_id: 'page7', facebook_messenger_id: 'person9' }
  const sent = {
    to: number,
    from_num: 'usa',
    fake: '',
    body: words.message,
    smstool_name: 'en',
    ...facebook,
    ...origin,
  }
  expect(fieldsOf(await textRequest)).toEqual(sent)
  await page.clock.runFor(1_999)
  await expect(page).toHaveURL(/\/contact-us/)
  await page.clock.runFor(1)
  await page.waitForURL(`**${webPaths.messageWasSent()}`)
})

test('[MSG-01] sends a stranger’s and a client’s message to support, with address and order @prove', async ({
  page,
}) => {
  const support = 'support@nerdify.test'
  const expectOneMail = async (words: string) =>
    expect
      .poll(async () => (await messagesTo(support)).filter(({ text }) => text.includes(words)), { intervals: [100] })
      .toHaveLength(1)
  const phone = unusedPhone()
  const words = `Three problems, ${phone}`
  await page.goto(webPaths.contactUs())
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('E-mail').fill('no address')
  await page.getByLabel('Message').fill(words)
  await page.getByRole('button', { name: 'Text me' }).click()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill('')
  await page.getByRole('button', { name: 'Text me' }).click()
  await page.waitForURL(`**${webPaths.messageWasSent()}`)
  await expectOneMail(words)

  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await page.goto(webPaths.contactUs())
  await expect(page.getByText('We’ll text you when we answer, unless you ended our texts.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Tell us what it’s about.')).toBeVisible()
  await page.getByLabel('Message').fill(`Where is ${order.id}?`)
  await expectAccessible(page)
  const sending = await holdCall(page, { method: 'POST', path: apiPaths.newClient() })
  await page.getByRole('button', { name: 'Send' }).click()
  await sending.request
  // The client writes the next message while the first one is in flight.
  await page.getByLabel('Message').fill('One more thing')
  await sending.letGo()
  await expect(page.getByText('Sent. Thank you!')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('One more thing')
  await expect(page.getByRole('link', { name: 'See messages' })).toHaveAttribute('href', webPaths.messages())
  await expectOneMail(`Where is ${order.id}?`)
})

test('[PUB-05] texts a client back at their own number, and shows the messenger link', async ({ page }) => {
  const client = await signedInClient(page)
  await page.goto(webPaths.contactUs())
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Message us on Messenger' })).toBeVisible()
  await expect(page.getByLabel('Phone number')).toHaveValue(client.phone)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Text me' }).click()
  await page.waitForURL(`**${webPaths.messageWasSent()}`)
  await nextMessageTo(client.phone, 1)
})

test('[MSG-01][UI-01] keeps a client’s words on a slow line after the page recognizes them', async ({ page }) => {
  await signedInClient(page)
  const { letGo } = await holdScripts(page)
  await page.goto(webPaths.contactUs(), { waitUntil: 'commit' })
  const message = page.getByLabel('Message')
  await message.fill('Where is my order?')
  await expect(message).toBeFocused()
  letGo()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(message).toHaveValue('Where is my order?')
  await expect(message).toBeFocused()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent. Thank you!')).toBeVisible()
})

test('[PUB-09][AUTH-09][PUB-06] shows the contact and confirmation pages without scripts', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  await page.goto(webPaths.contactUs())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await expect(page).toHaveTitle('Contact us · Nerdify')
  for (const [path, heading] of [
    [webPaths.messageWasSent(), 'Left your number?'],
    [webPaths.loginEmailSent(), 'Please check your email'],
    [webPaths.loginEmailUnknown(), "Sorry, we don't recognize this email"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('link', { name: 'Got it!' })).toBeVisible()
  }
  await context.close()
})

test('[LAW-07] unsubscribes from mails only on a press, and shows the result @prove', async ({ page }) => {
  await page.goto(webPaths.unsubscribe('nonsense'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('This link doesn’t work.')).toBeVisible()
  await page.route('**/api/v1/unsubscribe/*', (route) => route.fulfill({ json: { ok: true } }))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed')
})
