import type { Browser, Page } from '@playwright/test'
import { coldPage, ms, type Seen } from './phone.ts'
import { middleOf, ratioOf } from './rounds.ts'
import { addRow, times, verdict } from './rows.ts'

const visits = 3

/** A screen of a cold visit, and what makes it usable. */
export interface Screen {
  name: string
  address: string
  token?: string
  /** What stands in the page as soon as the screen can be used. */
  ready: string
  usable: (page: Page) => Promise<void>
  /** Begins to wait, before the visit, until it has all it asks for: where the network is never quiet. */
  settled?: (page: Page) => Promise<unknown>
}

/** Paints on slow 4G against those of the static page; what shifts and what blocks. */
export async function paints(browser: Browser, screens: readonly Screen[], staticAddress: string): Promise<void> {
  const staticPage: Screen = {
    name: 'static page',
    address: staticAddress,
    ready: 'h1',
    usable: (page) => page.getByRole('heading').waitFor(),
  }
  const visited = new Map<Screen, Seen[]>([staticPage, ...screens].map((screen) => [screen, []]))
  for (let visit = 0; visit <= visits; visit += 1) {
    for (const [screen, seen] of visited) {
      const { context, page } = await coldPage(browser, {
        ...(screen.token && { token: screen.token }),
        slowNetwork: true,
      })
      const settled = screen.settled?.(page)
      await page.goto(screen.address)
      await screen.usable(page)
      await (settled ?? page.waitForLoadState('networkidle'))
      if (visit > 0) seen.push(await page.evaluate(() => window.seen))
      await context.close()
    }
  }
  const of = (screen: Screen, what: keyof Seen) => (visited.get(screen) ?? []).map((seen) => seen[what])
  addRow({
    what: 'static page: first paint, slow 4G, 4 × CPU',
    measured: ms(middleOf(of(staticPage, 'firstPaint'))),
  })
  for (const screen of screens) {
    for (const [what, name, wanted] of [
      ['first paint', 'firstPaint', { budget: 1.3, aim: 1.1 }],
      ['largest paint', 'largestPaint', { budget: 2, aim: 1.5 }],
    ] as const) {
      const ratio = ratioOf(of(screen, name), of(staticPage, name))
      addRow({
        what: `${screen.name}: ${what} against the static page`,
        budget: `${wanted.budget} ×`,
        aim: `${wanted.aim} ×`,
        measured: `${times(ratio)}, ${ms(middleOf(of(screen, name)))}`,
        met: verdict(ratio.median, wanted),
      })
    }
    const shift = middleOf(of(screen, 'layoutShift'))
    const blocking = middleOf(of(screen, 'blockingMs'))
    addRow({
      what: `${screen.name}: layout shift`,
      budget: '0.01',
      aim: '0',
      measured: shift.median.toFixed(4),
      met: verdict(shift.median, { budget: 0.01, aim: 0 }),
    })
    addRow({
      what: `${screen.name}: blocking time`,
      budget: '150 ms',
      aim: '100 ms',
      measured: ms(blocking),
      met: verdict(blocking.median, { budget: 150, aim: 100 }),
    })
  }
}
