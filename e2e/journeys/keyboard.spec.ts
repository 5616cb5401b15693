import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, test } from '../steps/browser.ts'
import { enterAt, tabTo } from '../steps/keyboard.ts'
import { codeIn, codesTo, nextCodeTo } from '../steps/mailbox.ts'
import { newClient } from '../steps/operations.ts'

test('[UI-07] (ux 55) from the sign-in to the card page by keyboard alone, and every stop of the focus is seen', async ({
  page,
}) => {
  const { phone } = await newClient()
  await page.goto(webPaths.login())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await enterAt(page, page.getByRole('link', { name: /Phone number/ }))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const before = (await codesTo(phone)).length
  await tabTo(page, page.getByLabel('Phone number'))
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
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await enterAt(page, page.getByRole('button', { name: 'Next' }).filter({ visible: true }))
  await page.waitForURL(/\/neworder\/\w+$/)

  await tabTo(page, page.getByRole('combobox', { name: 'Subject' }))
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
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
})
