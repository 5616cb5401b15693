import type { Page } from '@playwright/test'

/** Follows a link of the menu, which a narrow screen opens first (UI-01). */
export async function openByMenu(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 900) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name }).click()
}
