import type { Page, Request } from '@playwright/test'

/**
 * Holds what a page sends to an address, as a slow line does. `sent` tells that it is on its way; `letGo` lets it through,
 * and waits until the page has had the answer for a frame.
 */
export async function holdCall(
  page: Page,
  { method, path }: { method: string; path: string },
): Promise<{ sent: Promise<Request>; letGo: () => Promise<void> }> {
  const isHeld = (request: Request) => request.method() === method && request.url().endsWith(path)
  const held = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (isHeld(route.request())) await held.promise
    await route.continue().catch(() => undefined)
  })
  return {
    sent: page.waitForRequest(isHeld),
    async letGo() {
      const answered = page.waitForResponse((response) => isHeld(response.request()))
      held.resolve()
      // The route stays: while a page's last route is removed, Playwright loses requests.
      await (await answered).finished()
      await page.evaluate(() => new Promise(requestAnimationFrame))
    },
  }
}

/**
 * Holds every script that the page asks for from now on, as a slow line does, or those of these addresses. `letGo` lets
 * them through, and all that follow.
 */
export async function holdScripts(
  page: Page,
  address: string | RegExp = '**/*.js',
): Promise<{ asked: Promise<Request>; letGo: () => void }> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  return { asked: page.waitForRequest(address), letGo: held.resolve }
}

/** Keeps a page from navigating to this address, so that its last state can be tested. */
export async function blockNavigation(page: Page, address: string): Promise<{ asked: Promise<unknown> }> {
  await page.route(address, (route) => route.fulfill({ status: 204 }))
  return { asked: page.waitForResponse(address) }
}
