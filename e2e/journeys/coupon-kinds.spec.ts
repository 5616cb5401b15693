import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, refusedRequest, test } from '../steps/browser.ts'
import { applyCode, codeField, couponLinkText } from '../steps/coupons.ts'
import { operate } from '../steps/operations.ts'
import { payOrder, type PlacedOrder, placeOrder, seen, total } from '../steps/ordering.ts'
import { call, type SignedInClient, signedInClient } from '../steps/sign-in.ts'

test.use({ consoleMay: { say: [refusedRequest(422)] } })

async function removeCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'I have a coupon' })).toBeVisible()
}

/** Opens the form of an essay of two pages for $48.00. */
async function openEssay(page: Page, client: SignedInClient): Promise<PlacedOrder> {
  const order = await placeOrder(client)
  await page.goto(webPaths.orderForm(order.id))
  await expect(total(page, '$48.00')).toBeVisible()
  return order
}

test('[DISC-14][DISC-15][DISC-17] shows what each kind of code gives, with the total, one at a time @prove', async ({
  page,
}) => {
  await openEssay(page, await signedInClient(page))
  const kinds: [code: string, total: string][] = [
    ['NERD10', '$43.20'],
    ['SAVE5', '$43.00'],
    ['FIRST20', '$28.00'],
    ['ESSAY10', '$43.20'],
    ['ONCE10', '$43.20'],
    ['CASH15', '$48.00'],
    ['TOPNERD', '$48.00'],
    ['PLAGFREE', '$48.00'],
  ]
  for (const [text, amount] of kinds) {
    await applyCode(page, text)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(total(page, amount)).toBeVisible()
    if (text === 'CASH15') await expect(seen(page, /\$7\.20/)).toBeVisible()
    if (text === 'TOPNERD') await expect(seen(page, /TOP Nerd/)).toBeVisible()
    if (text === 'PLAGFREE') await expect(seen(page, /Plagiarism Report/)).toBeVisible()
    await removeCode(page)
    await expect(total(page, '$48.00')).toBeVisible()
  }

  // A draft needs a deadline of at least a day.
  await applyCode(page, 'DRAFT')
  await expect(seen(page, 'Can\'t activate "Draft". Check deadline')).toBeVisible()
  await page.getByRole('slider', { name: 'Deadline' }).press('End')
  await page.getByRole('slider', { name: 'Deadline' }).press('ArrowLeft')
  await applyCode(page, 'DRAFT')
  await expect(page.getByText('DRAFT', { exact: true })).toBeVisible()
  await expect(seen(page, 'Draft')).toBeVisible()
})

test('[DISC-05][DISC-08][DISC-11] explains a too small order and a chosen service in their words @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await openEssay(page, client)
  await page.getByRole('button', { name: /less|fewer/i }).click()
  await expect(total(page, '$24.00')).toBeVisible()
  await applyCode(page, 'SAVE5')
  await expect(seen(page, 'This code can be only applied for orders over $30')).toBeVisible()
  await expect(page.getByRole('link', { name: couponLinkText })).toHaveCount(1)

  await call('PATCH', apiPaths.order(order.id), {
    token: client.token,
    body: { action: 'service_add', tag: 'top_writer' },
  })
  await page.reload()
  await applyCode(page, 'TOPNERD')
  await expect(seen(page, 'Can\'t activate "Top writer". Codes or add-ons conflict')).toBeVisible()
  await expect(page.getByRole('link', { name: couponLinkText })).toHaveCount(0)
  await expect(codeField(page)).toHaveValue('TOPNERD')
  await expect(total(page, '$28.80')).toBeVisible()
})

test('[DISC-04][DISC-07][DISC-16] uses up a one-time code and the first-order code by payment @prove', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await openEssay(page, client)
  await applyCode(page, 'ONCE10')
  await expect(total(page, '$43.20')).toBeVisible()
  await payOrder(page, order)
  await expect(seen(page, 'Paid $43.20')).toBeVisible()

  await openEssay(page, client)
  await applyCode(page, 'ONCE10')
  await expect(
    seen(page, "This code can't be applied for this order. You've already use it with another order."),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: couponLinkText })).toHaveCount(0)
  await applyCode(page, 'FIRST20')
  await expect(seen(page, "This code can't be applied for this order.")).toBeVisible()
  await expect(page.getByText("You've already use it with another order.")).toHaveCount(0)
  await expect(page.getByRole('link', { name: couponLinkText })).toHaveCount(1)
  await expect(total(page, '$48.00')).toBeVisible()
})

test('[DISC-10] names every service of the plan in the refusal @prove', async ({ page }) => {
  const client = await signedInClient(page)
  await operate('PATCH', opsPaths.client(client.id), {
    tags_add: ['subscription_active', 'subscription_nerdify_premium'],
  })
  await openEssay(page, client)
  for (const [text, service] of [
    ['TOPNERD', 'TOP Nerd'],
    ['PLAGFREE', 'Plagiarism Report'],
  ] as const) {
    await applyCode(page, text)
    await expect(seen(page, `${service} service is already included as a part of subscription benefits`)).toBeVisible()
  }
})
