import type { BrowserContext, Page, Request } from '@playwright/test'
import { test as base, expect } from './browser.ts'
import { linkIn, messagesTo, nextMessageTo } from './mailbox.ts'

/** Whether a request of a desk page stays within the desk: operations' calls, its health check and its static files. */
function isOfDesk(request: Request): boolean {
  const { origin, pathname } = new URL(request.url())
  const isCall = ['fetch', 'xhr', 'eventsource', 'ping', 'other'].includes(request.resourceType())
  if (origin !== process.env.DESK_URL) return false
  return isCall || pathname.startsWith('/api/')
    ? pathname.startsWith('/api/ops/') || pathname === '/healthz'
    : /^(\/assets\/|\/[\w.-]+$)/.test(pathname)
}

/** The journeys of the desk: each fails if a desk page requests anything beyond the desk (DESK-09). */
export const test = base.extend<{ deskReach: undefined }>({
  deskReach: [
    async ({ browser }, use) => {
      const [own, foreign]: [string[], string[]] = [[], []]
      const watch = (context: BrowserContext) =>
        context.on('request', (request) => {
          // A person may follow a link out of the desk.
          if (request.isNavigationRequest() || !request.frame().url().startsWith(`${process.env.DESK_URL}/`)) return
          if (/^(data|blob):/.test(request.url())) return
          ;(isOfDesk(request) ? own : foreign).push(`${request.method()} ${request.url()}`)
        })
      browser.contexts().forEach(watch)
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      expect(foreign, 'calls of the desk beyond operations').toEqual([])
      expect(own.filter((call) => call.includes('/api/ops/')).length, 'calls of the desk').toBeGreaterThan(0)
    },
    { auto: true },
  ],
})

/** Staff of the sandbox, by role (OPS-15). Spec files run in parallel, so each person signs in in one file only. */
export const staff = {
  clerk: 'cleo@nerdify.test',
  lead: 'lena@nerdify.test',
  owner: 'olive@nerdify.test',
} as const

/** Signs a person in at the desk by the mailed link; the page is then at `path`. */
export async function signInAtDesk(page: Page, email: string, path: string): Promise<void> {
  const mails = (await messagesTo(email)).length
  await page.goto(`${process.env.DESK_URL}${path}`)
  await page.getByLabel('Your work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.goto(linkIn(await nextMessageTo(email, mails)))
}
