import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible, refusedRequest, test } from '../steps/browser.ts'
import { applyCode, codeField, couponLinkText } from '../steps/coupons.ts'
import { chooseJobType, chooseSubject, describeTask, getItDone, total } from '../steps/ordering.ts'
import { people, signedInClient, takeSession } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [refusedRequest(422)] } })

test('[DISC-01][DISC-02][FLOW-16] (ux 26) places the order with a coupon, removes it and applies it again', async ({
  page,
}) => {
  await takeSession(page, people.elle)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await page.getByRole('button', { name: 'I have a coupon' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Please, enter a coupon code.')).toBeVisible()
  await codeField(page).fill(' nerd 10 ')
  const loadedAt = () => page.evaluate(() => performance.timeOrigin)
  const before = await loadedAt()
  await codeField(page).press('Enter')
  await page.waitForURL(/\/order\/[^/]+$/)
  expect(await loadedAt()).toBe(before)
  await expect(total(page, '$43.20')).toBeVisible()
  await expect(page.getByText('NERD10', { exact: true })).toBeVisible()
  await expect(page.getByText('$4.80 off this order')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(total(page, '$48.00')).toBeVisible()
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(total(page, '$43.20')).toBeVisible()

  await getItDone(page)
  await expect(total(page, '$43.20')).toBeVisible()
  await describeTask(page, 'Causes of the French Revolution', 'elle@example.com')
  await expect(page.getByText('Pay $43.20').filter({ visible: true }).first()).toBeVisible()
})

test('[MSG-03] announces a first order once, at "Get it done" and not at its coupon', async ({ page }) => {
  await signedInClient(page)
  const textRequests: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/text-back')) textRequests.push(request.postDataJSON())
  })
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await applyCode(page, 'NERD10')
  await page.waitForURL(/\/order\/[^/]+$/)
  await expect(total(page, '$43.20')).toBeVisible()
  expect(textRequests).toEqual([])
  await page.reload()
  const announced = page.waitForResponse('**/api/v1/text-back')
  await getItDone(page)
  expect((await announced).status()).toBe(200)
  await page.goBack()
  await getItDone(page)
  expect(textRequests).toEqual([
    expect.objectContaining({ fake: '', body: '', smstool_name: 'en', new_order_event: true }),
  ])
})

test('[DISC-06][DISC-09][DISC-12] explains each refusal, keeps the code, and clears it on typing', async ({ page }) => {
  await takeSession(page, people.elle)
  await chooseJobType(page, 'Quiz')
  await chooseSubject(page, 'Statistics')
  const refusals: [string, string, boolean][] = [
    ['NOSUCH', 'This code is not valid.', true],
    ['OLD10', 'This code has expired.', true],
    ['ESSAY10', "This code can't be applied for this order.", true],
    ['LOYAL15', "This code can't be applied for this order.", true],
    ['DRAFT', 'Can\'t activate "Draft". Check deadline', false],
  ]
  for (const [text, sentence, withLink] of refusals) {
    await applyCode(page, text)
    await expect(page.getByText(sentence).filter({ visible: true }).first()).toBeVisible()
    await expect(codeField(page)).toHaveValue(text)
    await expect(page.getByRole('link', { name: couponLinkText })).toHaveCount(withLink ? 1 : 0)
  }
  await expectAccessible(page)
  // Turning a tablet moves the coupon to another column, with its text and error.
  const before = page.viewportSize() ?? { width: 390, height: 844 }
  for (const width of [1280, 600, before.width]) {
    await page.setViewportSize({ ...before, width })
    await expect(codeField(page)).toHaveCount(1)
    await expect(codeField(page)).toHaveValue('DRAFT')
    await expect(page.getByText('Can\'t activate "Draft". Check deadline').filter({ visible: true })).toBeVisible()
  }
  await codeField(page).press('End')
  await codeField(page).press('Backspace')
  await expect(page.getByText('Can\'t activate "Draft". Check deadline')).toHaveCount(0)

  await applyCode(page, 'NOSUCH')
  await expect(page.getByText('This code is not valid.').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL(/\/jobtype$/)
  // The address changes before the page does; going back by then would not leave the page.
  await expect(codeField(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'I have a coupon' })).toBeVisible()
  await expect(page.getByText('This code is not valid.')).toHaveCount(0)
})

test('[DISC-15][DISC-12] removes a coupon whose condition breaks, and says so once @prove', async ({ page }) => {
  await takeSession(page, people.elle)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await applyCode(page, 'SAVE5')
  await expect(total(page, '$43.00')).toBeVisible()
  await page.getByRole('button', { name: /less|fewer/i }).click()
  await expect(
    page.getByText('This coupon no longer fits your order, so we removed it.').filter({ visible: true }),
  ).toBeVisible()
  await expect(
    page.getByText('This code can be only applied for orders over $30').filter({ visible: true }),
  ).toBeVisible()
  await expect(total(page, '$24.00')).toBeVisible()

  // The notice was shown: a return does not show it again.
  const cleared = page.waitForResponse((answer) => /discount_del/.test(answer.request().postData() ?? ''))
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  expect((await cleared).status()).toBe(200)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'I have a coupon' })).toBeVisible()
  await expect(page.getByText('This coupon no longer fits your order, so we removed it.')).toHaveCount(0)
  await page.goto(webPaths.orders())
})

test('[DISC-10][SRV-04] shows the plan’s services as free, and refuses a code for them @prove', async ({ page }) => {
  await takeSession(page, people.elle)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  await applyCode(page, 'PLAGFREE')
  await expect(
    page
      .getByText('Plagiarism Report service is already included as a part of subscription benefits')
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Close the coupon field' }).click()
  await getItDone(page)
  await describeTask(page, 'Causes of the French Revolution', 'elle@example.com')
  await expect(page.getByRole('checkbox', { name: /Plagiarism Report/ })).toBeChecked()
  await expect(page.getByText('Pay $48.00').filter({ visible: true }).first()).toBeVisible()
  await expect(
    page
      .getByText(/free with your plan/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})
