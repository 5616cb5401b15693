import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, refusedRequest, test, untilHydrated } from '../steps/browser.ts'
import { applyCode } from '../steps/coupons.ts'
import { holdScripts } from '../steps/hold-call.ts'
import { codeIn, nextCodeTo } from '../steps/mailbox.ts'
import { newClient, postEvents, unusedPhone } from '../steps/operations.ts'
import {
  cards,
  chooseSubject,
  describeTask,
  getItDone,
  goToCardPage,
  payWith,
  seen,
  startAct,
  total,
} from '../steps/ordering.ts'
import { pressBlocked } from '../steps/press-blocked.ts'
import { requestCode } from '../steps/sign-in.ts'
import { translatePages } from '../steps/translator.ts'

// The product refuses the coupon and the first code.
test.use({ consoleMay: { say: [refusedRequest(422)] } })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The imitated translator works: the heading is not React's text. */
const expectTranslated = (page: Page) => expect(page.locator('h1 font font').first()).toBeVisible()

test('[EASE-16] a translated page goes from the first price to the rating, and shows each change', async ({ page }) => {
  await translatePages(page)
  const phone = unusedPhone()
  await page.goto(webPaths.start())
  await untilHydrated(page)
  await expectTranslated(page)
  await expect(total(page, '$48.00')).toBeVisible()
  await page.getByLabel('What do you need help with?').selectOption('Presentation')
  await page.getByLabel('What do you need help with?').selectOption('Essay writing')
  await page.getByLabel('When do you need it?').selectOption('In 2 days')
  await expect(total(page, '$48.00')).toHaveCount(0)
  await page.getByLabel('When do you need it?').selectOption('In 12 hours')
  await expect(total(page, '$48.00')).toBeVisible()
  await page.getByLabel('Phone number').fill('12345')
  await startAct(page).click()
  await expect(page.getByText('Looks like you have mistyped your phone number.')).toBeVisible()
  await page.getByLabel('Phone number').fill(phone)
  await startAct(page).click()

  const code = codeIn(await nextCodeTo(phone, 0))
  const field = page.getByRole('textbox', { name: '5-digit code' })
  await field.fill(code === '11111' ? '22222' : '11111')
  await button(page, 'Confirm and login').click()
  await expect(page.getByText('Looks like you have mistyped the verification code.')).toBeVisible()
  await field.fill(code)
  await button(page, 'Confirm and login').click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)

  await chooseSubject(page, 'History')
  await page.getByRole('textbox', { name: 'Pages' }).fill('3')
  await expect(total(page, '$72.00')).toBeVisible()
  await page.getByRole('textbox', { name: 'Pages' }).fill('2')
  await expect(total(page, '$48.00')).toBeVisible()
  await applyCode(page, 'NOSUCH')
  await expect(seen(page, 'This code is not valid.')).toBeVisible()
  await applyCode(page, 'NERD10')
  await expect(total(page, '$43.20')).toBeVisible()
  await button(page, 'Remove').click()
  await expect(total(page, '$48.00')).toBeVisible()
  const orderId = await getItDone(page)
  await pressBlocked(button(page, 'Continue'))
  await describeTask(page, 'Causes of the French Revolution', `${phone.replace(/\D/g, '')}@example.com`)
  await page.getByRole('checkbox', { name: /Prioritize my Task/ }).check()
  await expect(total(page, '$53.00')).toBeVisible()
  await goToCardPage(page)
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)
  await expect(seen(page, /^Paid \$/)).toBeVisible()

  await page.goto(webPaths.orders())
  await expectTranslated(page)
  const card = page.getByRole('article')
  await expect(card).toContainText('Finding your Nerd')
  for (const [event, status] of [
    ['nerd_found', 'Nerd found'],
    ['quality_check', 'Quality check'],
    ['send', 'Completed on'],
  ] as const) {
    await postEvents(orderId, event)
    await expect(card).toContainText(status)
  }
  await card.getByRole('link', { name: /^Rate/ }).click()
  const dialog = page.getByRole('dialog')
  await pressBlocked(dialog.getByRole('button', { name: 'Send rating' }))
  await expect(dialog).toContainText('Choose from 1 to 5 stars first.')
  await dialog.getByRole('radio', { name: '5 of 5, great' }).check()
  await dialog.getByRole('button', { name: 'Send rating' }).click()
  await expect(dialog).toContainText('The same amount is credited back to your balance.')
})

test('[EASE-16] a page translated before its scripts keeps typing and presses', async ({ page }) => {
  const { phone } = await newClient()
  await translatePages(page)
  const start = await holdScripts(page)
  await page.goto(webPaths.start(), { waitUntil: 'commit' })
  await expectTranslated(page)
  await page.getByLabel('What do you need help with?').selectOption('Presentation')
  await page.getByLabel('When do you need it?').selectOption('In 2 days')
  await page.getByLabel('Phone number').fill(phone)
  start.letGo()
  await untilHydrated(page)
  await expect(page.getByLabel('How long is it?')).toContainText('slides')
  await expect(page.getByLabel('When do you need it?')).toHaveValue('48')
  await expect(page.getByLabel('Phone number')).toHaveValue(phone)
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.unroute('**/*.js')

  const signIn = await holdScripts(page)
  await page.goto(webPaths.loginPhone(), { waitUntil: 'commit' })
  await expectTranslated(page)
  await page.getByLabel('Phone number').fill(phone)
  await button(page, 'Request the code').click()
  signIn.letGo()
  await expect(page.getByRole('textbox', { name: '5-digit code' })).toBeVisible()
})

test('[EASE-16] sign-in, a message and changes of one’s own data work on translated pages @prove', async ({ page }) => {
  const client = await newClient()
  await translatePages(page)
  await page.goto(webPaths.loginPhone())
  await untilHydrated(page)
  await expectTranslated(page)
  const code = await requestCode(page, client.phone)
  await page.getByRole('textbox', { name: '5-digit code' }).fill(code)
  await button(page, 'Confirm and login').click()
  await page.waitForURL(`**${webPaths.orders()}`)

  await page.goto(webPaths.contactUs())
  await page.getByRole('textbox', { name: /message/i }).fill('Can you also proofread?')
  await button(page, /^Send/).click()
  await expect(page.getByText('Sent. Thank you!')).toBeVisible()

  await page.goto(webPaths.myInfo())
  await page.getByRole('textbox', { name: 'E-mail' }).fill('not an address')
  await button(page, 'Submit').click()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`new.${client.email}`)
  await button(page, 'Submit').click()
  await expect(page.getByText('Email Saved')).toBeVisible()
})
