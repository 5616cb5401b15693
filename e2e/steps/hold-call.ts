import type { Page, Request } from '@playwright/test'

/**
 * Holds a page's calls to an address, as on a slow network. `request` resolves once one is in flight; `letGo` releases
 * them and waits until the page has rendered a frame with the answer.
 */
export async function holdCall(
  page: Page,
  { method, path }: { method: string; path: string },
): Promise<{ request: Promise<Request>; letGo: () => Promise<void> }> {
  const matches = (request: Request) => request.method() === method && request.url().endsWith(path)
  const release = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (matches(route.request())) await release.promise
    await route.continue().catch(() => undefined)
  })
  return {
    request: page.waitForRequest(matches),
    async letGo() {
      const answer = page.waitForResponse((response) => matches(response.request()))
      release.resolve()
      // Keep the route: while a page's last route is removed, Playwright loses requests.
      await (await answer).finished()
      await page.evaluate(() => new Promise(requestAnimationFrame))
    },
  }
}

/**
 * Holds the scripts that a page requests from now on, or only those at `address`, as on a slow network. After `letGo`
 * no script is held.
 */
export async function holdScripts(
  page: Page,
  address: string | RegExp = '**/*.js',
): Promise<{ request: Promise<Request>; letGo: () => void }> {
  const release = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await release.promise
    await route.continue().catch(() => undefined)
  })
  return { request: page.waitForRequest(address), letGo: release.resolve }
}

/**
 * Blocks a page's navigation to this address, so that its last state can be tested; call it before the page loads. Its
 * timers of ten seconds and longer never fire: a page waits so long for another site before its button works again.
 */
export async function blockNavigation(page: Page, address: string): Promise<{ response: Promise<unknown> }> {
  await page.addInitScript(() => {
    const { setTimeout: startTimer } = window
    window.setTimeout = ((action: () => void, ms = 0, ...facts: unknown[]) =>
      ms < 10_000 ? startTimer(action, ms, ...facts) : 0) as typeof window.setTimeout
  })
  await page.route(address, (route) => route.fulfill({ status: 204 }))
  return { response: page.waitForResponse(address) }
}
