import type { Locator } from '@playwright/test'

/**
 * Presses a button that is blocked but explains on a press what is missing (ux 31). Playwright waits until a blocked
 * button is enabled, and a forced press waits for nothing, so the pointer first waits until the button stops moving.
 */
export async function pressBlocked(button: Locator): Promise<void> {
  await button.hover()
  await button.click({ force: true })
}
