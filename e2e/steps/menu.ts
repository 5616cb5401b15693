import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/**
 * Opens the menu where the screen is narrow; a wide one shows its links at once (UI-01). Pressed again where the page was
 * rendered ahead and had no script yet.
 */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 900) return
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(async () => {
    if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Menu' }).click({ timeout: 2_000 })
    await expect(menu).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Follows a link of the menu (UI-01). */
export async function openByMenu(page: Page, name: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('link', { name }).click()
}
