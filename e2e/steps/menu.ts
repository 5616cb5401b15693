import type { Page } from '@playwright/test'

/** Opens the menu on a narrow screen; a wide one shows its links (UI-01). */
export async function openMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 900) await page.getByRole('button', { name: 'Menu' }).click()
}

/** Follows a link of the menu (UI-01). */
export async function openByMenu(page: Page, name: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('link', { name }).click()
}
