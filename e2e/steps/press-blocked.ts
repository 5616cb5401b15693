import type { Locator } from '@playwright/test'

/**
 * Presses a button that says what is missing: it is blocked, and can be pressed all the same (ux 31). Playwright waits for a
 * blocked one to be free, and a forced press waits for nothing, so the pointer first waits until the button stands still.
 */
export async function pressBlocked(button: Locator): Promise<void> {
  await button.hover()
  await button.click({ force: true })
}
