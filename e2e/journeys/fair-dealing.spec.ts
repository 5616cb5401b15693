import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { ops } from '../steps/operations.ts'
import { cards, chooseJobType, chooseSubject, getItDone, goToCardPage, payWith, placeOrder } from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'
import { pressBlocked } from '../steps/press-blocked.ts'

/** The country that the journeys' product restricts. */
const restrictedCountry = 'NZ'

test('[LAW-01][LAW-02][LAW-03] (ux 31) ticks nothing, asks the age once, and shows the whole price', async ({
  page,
}) => {
  await signedInClient(page, { adult_confirmed: undefined })
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await getItDone(page)

  await expectAccessible(page)
  await expect(page.getByText(/for study and reference/)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'What we refuse, and why' })).toHaveAttribute('href', webPaths.refunds())
  const age = page.getByRole('checkbox', { name: 'I am 18 or older' })
  await expect(age).not.toBeChecked()
  await page.getByRole('textbox', { name: 'Task description' }).fill('Weigh the causes of the French Revolution')
  await pressBlocked(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('link', { name: 'Please confirm that you are 18 or older' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Task description' })).toHaveValue(/French Revolution/)
  await age.check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/extra-services$/)

  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await expect(box).not.toBeChecked()
  const total = /\$[\d,.]+/.exec((await page.getByRole('link', { name: /^Pay \$/ }).textContent()) ?? '')?.[0] ?? ''
  await goToCardPage(page)
  await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible()
  await payWith(page, cards.good)
  await page.waitForURL(/\/thank-you$/)
  await expect(page.getByText(`Paid ${total}`)).toBeVisible()

  // The question is asked once.
  await chooseJobType(page, 'Quiz')
  await chooseSubject(page, 'Statistics')
  await getItDone(page)
  await expect(page.getByRole('textbox', { name: 'Task description' })).toBeVisible()
  await expect(age).toBeHidden()
})

test('[LAW-02] the payment link of a client who never confirmed their age asks for it first @prove', async ({
  page,
}) => {
  const order = await placeOrder(await signedInClient(page, { adult_confirmed: undefined }))
  await ops.changeOrder(order.id, { isPromo: true }, crypto.randomUUID())
  await page.goto(order.payment)
  await page.waitForURL((url) => url.pathname === webPaths.orderPayment(order.id))
  await expect(page.getByRole('heading', { name: 'One thing before you pay' })).toBeVisible()
  await expectAccessible(page)
  await pressBlocked(page.getByRole('button', { name: 'Continue to payment' }))
  await expect(page.getByText('Please confirm that you are 18 or older')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
})

test('[LAW-04] offers only editing and problems in a restricted region, and says why', async ({ page }) => {
  await signedInClient(page, { country_final: restrictedCountry })
  await page.goto(webPaths.newOrder())
  await expect(page.getByText(/doesn’t let us do graded work for pay/)).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expectAccessible(page)
  await page.goto(webPaths.newOrderForm('writing'))
  await page.waitForURL(`**${webPaths.newOrder()}`)

  await chooseJobType(page, 'Essay editing')
  await chooseSubject(page, 'History')
  const orderId = await getItDone(page)
  await page.goto(webPaths.orderJobType(orderId))
  await expect(page.getByRole('radio')).toHaveCount(2)
})

test('[LAW-05] (ux 29) refuses a request to sit an exam at its field, and accepts the rewrite @prove', async ({
  page,
}) => {
  const { id } = await placeOrder(await signedInClient(page), {
    type: 'Other task',
    subject: 'Law',
    size: '60 Minutes',
  })
  await page.goto(webPaths.orderDetails(id))
  const task = page.getByRole('textbox', { name: 'Task description' })
  await task.fill('Please take my exam on Monday')
  await task.blur()
  await expect(task).toHaveAccessibleDescription(/honor code doesn’t let us take an exam .*“take my exam”/)
  await expectAccessible(page)
  await pressBlocked(page.getByRole('button', { name: 'Continue' }))
  await expect(page).toHaveTitle(/^Error: /)
  await page.reload()
  await expect(task).toHaveValue('Please take my exam on Monday')
  await task.fill('I take my exam on Monday: please explain what torts are')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/extra-services$/)
})

test('[API-10] (abuse 39) (ux 34) shows markup and direction marks as text, and flags excess length', async ({
  page,
}) => {
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script> \u202Egnp.exe 👩🏽‍🎓 שלום <b>bold</b>'
  const { id: orderId } = await placeOrder(await signedInClient(page))
  await page.goto(webPaths.orderDetails(orderId))
  const task = page.getByRole('textbox', { name: 'Task description' })

  const line = 'The causes are many.\n'
  const tooLong = `${line.repeat(Math.floor(100_007 / line.length))}${'.'.repeat(100_007 % line.length)}`
  // Pastes at once: typing it by keys takes most of a minute.
  await task.evaluate((area, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }, tooLong)
  await expect(page.getByText('This is 7 characters too long: at most 100,000. Please shorten it.')).toBeVisible()
  await pressBlocked(page.getByRole('button', { name: 'Continue' }))
  await expect(page).toHaveURL(/\/details$/)
  expect(await task.evaluate((area) => (area as HTMLTextAreaElement).value.length)).toBe(100_007)

  await task.evaluate((area) => (area as HTMLTextAreaElement).select())
  await task.press('Delete')
  await task.fill(hostile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/extra-services$/)
  await expect(page.getByText(hostile)).toBeVisible()
  await page.reload()
  await expect(page.getByText(hostile)).toBeVisible()
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  expect((await ops.order(orderId)).details).toBe(hostile)
  await page.goto(webPaths.orders())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(dialogs).toBe(0)
})
