import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test, untilHydrated } from '../steps/browser.ts'
import { enterAt, tabTo } from '../steps/keyboard.ts'
import { codeIn, codesTo, nextCodeTo } from '../steps/mailbox.ts'
import { newClient, postEvents, unusedPhone } from '../steps/operations.ts'
import { cards, payOrder, placeOrder } from '../steps/ordering.ts'
import { takeSession } from '../steps/sign-in.ts'

const untilCardPage = (page: Page) => page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))

test('[UI-07][FLOW-05] (ux 55) goes from sign-in to thanks by keyboard, with a visible focus at every stop', async ({
  page,
}) => {
  const { phone } = await newClient()
  await page.goto(webPaths.login())
  await untilHydrated(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await enterAt(page, page.getByRole('link', { name: /Phone number/ }))
  await expect(page.getByLabel('Phone number')).toBeFocused()
  const before = (await codesTo(phone)).length
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible()
  const code = codeIn(await nextCodeTo(phone, before))
  const field = page.getByLabel(/code/i)
  if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(page, field)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${webPaths.orders()}`)

  await enterAt(page, page.getByRole('link', { name: 'Get Started' }))
  await page.waitForURL(`**${webPaths.newOrder()}`)
  // The new screen moves the focus to its heading: an earlier press would be lost.
  await expect(page.getByRole('heading', { level: 1, name: 'What do you need help with?' })).toBeFocused()
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await enterAt(page, page.getByRole('button', { name: 'Next' }).filter({ visible: true }))
  await page.waitForURL(/\/neworder\/\w+$/)

  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeFocused()
  await page.keyboard.type('History')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue(/History/)
  const slider = page.getByRole('slider', { name: 'Deadline' })
  await tabTo(page, slider)
  const stop = await slider.inputValue()
  await page.keyboard.press('ArrowRight')
  await expect(slider).not.toHaveValue(stop)
  await enterAt(page, page.getByRole('button', { name: 'Get it done' }).filter({ visible: true }))
  await page.waitForURL(/\/order\/[^/]+\/details$/)

  await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
  await page.keyboard.type(`keys.${phone.replaceAll(/\D/g, '')}@example.com`)
  await tabTo(page, page.getByRole('textbox', { name: 'Task description' }))
  await page.keyboard.type('Causes of the French Revolution')
  await enterAt(page, page.getByRole('button', { name: 'Continue' }).filter({ visible: true }))
  await page.waitForURL(/\/extra-services$/)

  const service = page.getByRole('checkbox', { name: /Prioritize my Task/ })
  await tabTo(page, service)
  await page.keyboard.press('Space')
  await expect(service).toBeChecked()
  const pay = page.getByRole('link', { name: /^Pay \$/ }).or(page.getByRole('button', { name: /^Pay \$/ }))
  await enterAt(page, pay.filter({ visible: true }).first())
  await untilCardPage(page)
  for (const [label, digits] of [
    ['Card number', cards.good],
    ['Expiry date', '12 / 34'],
    ['CVC', '123'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(digits)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/thank-you$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you')
})

test('[UI-07] (ux 55) signs in by mail, texts back, rates, tips, revises and subscribes by keyboard @prove', async ({
  page,
}) => {
  const { phone, email } = await newClient()
  await page.goto(webPaths.loginEmail())
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${webPaths.loginEmailSent()}`)

  await page.goto(webPaths.contactUs())
  const country = page.getByLabel('Country')
  await tabTo(page, country)
  await page.keyboard.type('Canada')
  await expect(country).toHaveValue('CA')
  await tabTo(page, page.getByLabel('Phone number'))
  await page.keyboard.type(unusedPhone())
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${webPaths.messageWasSent()}`)

  const order = await placeOrder({ token: await takeSession(page, phone) })
  await payOrder(page, order)
  await postEvents(order.id, 'send')
  await page.goto(webPaths.orders())
  const card = page.getByRole('article')
  const dialog = page.getByRole('dialog')
  await card.getByRole('link', { name: /^Rate/ }).waitFor()
  await enterAt(page, card.getByRole('link', { name: /^Rate/ }))
  await tabTo(page, dialog.getByRole('radio').first())
  await page.keyboard.press('Space')
  for (let star = 1; star < 5; star += 1) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '5 of 5, great' })).toBeChecked()
  await tabTo(page, dialog.getByRole('textbox'))
  await page.keyboard.type('Clear and on time.')
  await enterAt(page, dialog.getByRole('button', { name: 'Send rating' }))
  // The stars are radios too and stay until the rating is sent.
  const tips = dialog.getByRole('radiogroup', { name: 'Tip amount' })
  await tips.waitFor()
  await tabTo(page, tips.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await enterAt(page, dialog.getByRole('button', { name: 'Tip $5' }))
  await untilCardPage(page)

  await page.goto(`${webPaths.orders()}?filter=completed`)
  await card.getByRole('link', { name: /^Details/ }).waitFor()
  await enterAt(page, card.getByRole('link', { name: /^Details/ }))
  await enterAt(page, dialog.getByRole('button', { name: 'Request a revision' }))
  await tabTo(page, dialog.getByRole('textbox'))
  await page.keyboard.type('Two sources more, please.')
  await enterAt(page, dialog.getByRole('button', { name: 'Request a revision' }))
  await expect(dialog).toContainText('We have your request')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const isNarrow = (page.viewportSize()?.width ?? 0) < 900
  if (isNarrow) await enterAt(page, page.getByRole('button', { name: 'Menu' }))
  await enterAt(page, (isNarrow ? dialog : page.getByRole('navigation')).getByRole('link', { name: /My subscription/ }))
  await page.waitForURL(`**${webPaths.subscription()}`)
  await page.getByRole('radio').first().waitFor()
  await tabTo(page, page.getByRole('radio', { checked: true }))
  const subscribe = page.getByRole('button', { name: /^Subscribe, / }).filter({ visible: true })
  const offered = await subscribe.textContent()
  await page.keyboard.press('ArrowDown')
  await expect(subscribe).not.toHaveText(offered ?? '')
  await enterAt(page, subscribe)
  await untilCardPage(page)
})
