import type { Locator, Page } from '@playwright/test'

/** The link after a refusal that our people can help with (DISC-11). */
export const couponLinkText = 'Contact us if you have any questions.'

export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: /coupon/i })

/** Types a code on an order's form and applies it. */
export async function applyCode(page: Page, text: string): Promise<void> {
  if (!(await codeField(page).isVisible())) await page.getByRole('button', { name: 'I have a coupon' }).click()
  await codeField(page).fill(text)
  await page.getByRole('button', { name: 'Apply' }).click()
}
