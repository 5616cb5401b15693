/**
 * The screens in Chromium as on a phone with a quarter of this machine's speed. On the slow line: cold visits, and the
 * next screen of a warm visit. Off it: the time from a tap or a key to its frame.
 */
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Browser, Locator, Page } from '@playwright/test'
import { scriptBudgets } from '../apps/web/script-budgets.ts'
import { barePaths } from './bare-server.ts'
import { embeddedEngine, type MeasuredServer, startMeasuredServer } from './measured-server.ts'
import { drawStrip, startFilm } from './film.ts'
import { coldPage, type PageMetrics, startChromium } from './phone.ts'
import { addRow, medianOf, ratioOf, shown } from './rows.ts'
import { type Arrival, timeTo } from './time-to.ts'

const visits = 3

/** A screen of a cold visit, with its budgets. */
interface Screen {
  name: string
  path: string
  token?: string
  /** The element that shows that the screen is usable. */
  usable: (page: Page) => Locator
  /** The maximum time until it is usable on the slow line, as a multiple of the static page's. */
  mostTimes?: number
  /** An element that the page has before its scripts, with its own maximum. */
  early?: { what: string; element: (page: Page) => Locator; mostTimes: number }
  /** JavaScript of a cold visit, in KB. */
  scripts?: number
  /** Whether its largest paint is compared with the static page's. */
  isPublic?: boolean
}

/** The measurements of one cold visit. */
type Visit = PageMetrics & { usableMs: number; earlyMs: number; scriptKilobytes: number }

const screensOf = ({ reader: { token }, textedLink }: MeasuredServer): Screen[] => {
  const firstOrder = (page: Page) => page.getByRole('article').first()
  return [
    {
      name: 'sign-in',
      path: webPaths.loginPhone(),
      usable: (page) => page.getByLabel('Phone number'),
      scripts: scriptBudgets['sign-in'],
      isPublic: true,
    },
    {
      name: 'start',
      path: webPaths.start(),
      usable: (page) => page.getByRole('button', { name: /^\$.* · Continue$/ }),
      early: { what: 'the price', element: (page) => page.getByText(/^\$\d+\.\d\d$/).first(), mostTimes: 1.7 },
      scripts: scriptBudgets.start,
    },
    {
      name: 'privacy',
      path: webPaths.privacyPolicy(),
      usable: (page) => page.getByRole('heading').first(),
      isPublic: true,
    },
    { name: 'a texted link to the cabinet', path: textedLink, usable: firstOrder, mostTimes: 3 },
    {
      name: 'new order',
      path: webPaths.newOrder(),
      token,
      usable: (page) => page.getByRole('radio').first(),
      mostTimes: 2.5,
    },
    {
      name: 'order form',
      path: webPaths.newOrderForm('writing'),
      token,
      usable: (page) => page.getByRole('slider', { name: 'Deadline' }),
      scripts: scriptBudgets['order form'],
    },
    {
      name: 'cabinet',
      path: webPaths.orders(),
      token,
      usable: firstOrder,
      mostTimes: 3,
      scripts: scriptBudgets.cabinet,
    },
  ]
}

/** Visits an address with an empty profile; reads the page's measurements once nothing more loads. */
async function visit(
  browser: Browser,
  address: string,
  { token, usable, early }: Pick<Screen, 'token' | 'usable' | 'early'>,
): Promise<Visit> {
  const { context, page } = await coldPage(browser, { ...(token && { token }), slow: true })
  // The cabinet's stream stays open, so its network never idles; the stream starts after everything else.
  const stream = page.waitForResponse((answer) => answer.url().endsWith(apiPaths.orderStream())).catch(() => undefined)
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  const earlyMs = (early?.element ?? usable)(page)
    .waitFor()
    .then(() => performance.now() - begun)
  await page.waitForLoadState('domcontentloaded')
  await usable(page).waitFor()
  const usableMs = performance.now() - begun
  const scriptKilobytes = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // The screen preloads further code after the page's scripts have run (EASE-01).
    const ownCode = navigation?.domContentLoadedEventEnd ?? Infinity
    return loaded
      .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= ownCode)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0)
  })
  await Promise.race([stream, page.waitForLoadState('networkidle')])
  const metrics = await page.evaluate(() => window.seen)
  await context.close()
  return { ...metrics, usableMs, earlyMs: await earlyMs, scriptKilobytes }
}

/** Cold visits on the slow line, the static page's included; returns that page's times in milliseconds. */
async function coldVisits(browser: Browser, server: MeasuredServer): Promise<number[]> {
  const screens = screensOf(server)
  const static_ = { usable: (page: Page) => page.getByRole('heading') }
  const paints: number[] = []
  const bareMs: number[] = []
  const all = new Map<Screen, Visit[]>(screens.map((screen) => [screen, []]))
  for (let turn = 0; turn < visits; turn += 1) {
    const bare = await visit(browser, `http://localhost:${server.barePort}${barePaths.html}`, static_)
    paints.push(bare.largestPaint)
    bareMs.push(bare.usableMs)
    for (const [screen, seen] of all) {
      seen.push(await visit(browser, `http://localhost:${server.port}${screen.path}`, screen))
    }
  }
  addRow({ what: 'static page: largest paint, slow line', measured: shown(medianOf(paints), 'ms') })
  for (const [{ name, early, mostTimes, scripts, isPublic }, seen] of all) {
    const row = (
      what: string,
      of: keyof Visit,
      { most, unit, digits = 0 }: { most: number; unit: string; digits?: number },
    ) => {
      const middle = medianOf(seen.map((each) => each[of]))
      addRow({
        what: `${name}: ${what}`,
        measured: shown(middle, unit, digits),
        value: middle.median,
        budget: { most, unit },
      })
    }
    if (isPublic) {
      const ratio = ratioOf(
        seen.map(({ largestPaint }) => largestPaint),
        paints,
      )
      addRow({
        what: `${name}: largest paint against the static page, slow line`,
        measured: shown(ratio, '×', 2),
        value: ratio.median,
        budget: { most: 1.5, unit: '×' },
      })
    }
    if (early !== undefined) {
      const shows = seen.map(({ earlyMs }) => earlyMs)
      addTimes(`${name}: cold until ${early.what} shows`, shows, { bareMs, most: early.mostTimes })
    }
    const took = seen.map(({ usableMs }) => usableMs)
    addTimes(`${name}: cold until it can be used`, took, { bareMs, most: mostTimes })
    if (scripts !== undefined) {
      row('JavaScript of a cold visit', 'scriptKilobytes', { most: scripts, unit: 'KB', digits: 1 })
    }
    row('layout shift', 'layoutShift', { most: 0.02, unit: '', digits: 4 })
    row('blocking time', 'blockingMs', { most: 200, unit: 'ms' })
  }
  return bareMs
}

/** Keeps a film of a cold visit of each screen on the slow line, for people to view. */
async function keepFilms(browser: Browser, server: MeasuredServer): Promise<void> {
  for (const { name, path, token, usable } of screensOf(server)) {
    const { context, page } = await coldPage(browser, { ...(token && { token }), slow: true })
    const end = await startFilm(page)
    await page.goto(`http://localhost:${server.port}${path}`, { waitUntil: 'domcontentloaded' })
    await usable(page).waitFor()
    await page.evaluate(() => document.fonts.ready)
    console.log(`  ${name}: ${await drawStrip(browser, name, await end())}`)
    await context.close()
  }
}

/** Adds times on the slow line as a ratio to the static page's. */
function addTimes(
  what: string,
  took: readonly number[],
  { bareMs, most }: { bareMs: readonly number[]; most: number | undefined },
): void {
  const ratio = ratioOf(took, bareMs)
  const limit = most === undefined ? {} : { value: ratio.median, budget: { most, unit: '×' } }
  addRow({
    what: `${what}, against the static page, slow line`,
    measured: `${shown(ratio, '×', 2)}, ${shown(medianOf(took), 'ms')}`,
    ...limit,
  })
}

/** On the slow line: a tap on "Details" as soon as the cabinet is usable, compared with the static page. */
async function overlayAtOnce(browser: Browser, server: MeasuredServer, bareMs: readonly number[]): Promise<void> {
  const took: number[] = []
  for (let turn = 0; turn < visits; turn += 1) {
    const { context, page } = await coldPage(browser, { token: server.seededToken, slow: true })
    await page.goto(`http://localhost:${server.port}${webPaths.orders()}`, { waitUntil: 'commit' })
    const link = page.locator('article a[href*="/progress"]').first()
    await link.waitFor()
    took.push(await timeTo(page, { from: 'pointerdown', selector: 'dialog[open] h2' }, () => link.click()))
    await context.close()
  }
  addTimes('cabinet: a tap to its overlay, at once', took, { bareMs, most: 0.8 })
}

/** Repeats an action, each time on a new page; returns the durations in milliseconds. */
async function timed(
  browser: Browser,
  how: { token: string; slow: boolean },
  work: (page: Page) => Promise<number[]>,
): Promise<number[]> {
  const took: number[] = []
  for (let turn = 0; turn < visits; turn += 1) {
    const { context, page } = await coldPage(browser, how)
    took.push(...(await work(page)))
    await context.close()
  }
  return took
}

/** Adds times off the slow line. */
function addMedian(what: string, took: readonly number[], most: number): void {
  const middle = medianOf(took)
  addRow({ what, measured: shown(middle, 'ms'), value: middle.median, budget: { most, unit: 'ms' } })
}

/** In the page: whether the overlays' code has loaded (EASE-01). */
const hasOverlayCode = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/overlays-'))

/** On the slow line, on an idle screen: the next step after the server's answer, and the overlay after a tap. */
async function warmSteps(browser: Browser, server: MeasuredServer, bareMs: readonly number[]): Promise<void> {
  const origin = `http://localhost:${server.port}`
  const nextStep = await timed(browser, { token: server.reader.token, slow: true }, async (page) => {
    await page.goto(origin + webPaths.newOrderForm('writing'))
    await page.getByRole('combobox', { name: 'Subject' }).fill('History')
    await page.getByRole('option', { name: 'History', exact: true }).click()
    await page.waitForLoadState('networkidle')
    const arrival: Arrival = { from: 'answer', path: apiPaths.orders(), selector: 'textarea' }
    return [await timeTo(page, arrival, () => page.getByRole('button', { name: 'Get it done' }).click())]
  })
  addTimes("order form: the server's answer to the next step, warm", nextStep, { bareMs, most: 0.4 })
  const overlay = await timed(browser, { token: server.seededToken, slow: true }, async (page) => {
    await page.goto(origin + webPaths.orders())
    await page.waitForFunction(hasOverlayCode)
    const link = page.locator('article a[href*="/progress"]').first()
    const arrival: Arrival = { from: 'pointerdown', selector: 'dialog[open] h2' }
    return [await timeTo(page, arrival, () => link.click())]
  })
  addTimes('cabinet: a tap to its overlay, warm', overlay, { bareMs, most: 0.4 })
  const messages = await timed(browser, { token: server.seededToken, slow: false }, async (page) => {
    await page.goto(origin + webPaths.orders())
    await page.waitForFunction(hasOverlayCode)
    await page.locator('article a[href*="/progress"]').first().click()
    const row = page.getByRole('dialog').getByRole('button', { name: 'Write to us' })
    await row.waitFor()
    const arrival: Arrival = { from: 'pointerdown', selector: 'dialog[open] textarea' }
    return [await timeTo(page, arrival, () => row.click())]
  })
  addMedian('cabinet: a tap to the field of a conversation, warm, 4 × CPU', messages, 300)
}

/** The center of a visible element: a press there skips the checks of `click`, which would add to the time. */
async function middleInView(element: Locator): Promise<[x: number, y: number]> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element to press is not visible.')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Off the slow line: from a key or a tap to the frame with the change. */
async function inputs(browser: Browser, server: MeasuredServer): Promise<void> {
  const onForm = { token: server.reader.token, slow: false }
  const open = async (page: Page) => {
    await page.goto(`http://localhost:${server.port}${webPaths.newOrderForm('writing')}`)
    await page.waitForLoadState('networkidle')
  }
  const amount: Arrival = { from: 'keydown', selector: '*', text: '^\\s*\\$\\d+\\.\\d\\d\\s*$' }
  const options: Arrival = { from: 'pointerdown', selector: '[role="combobox"][aria-expanded="true"]' }
  const list: Arrival = { from: 'keydown', selector: '[role="listbox"]' }
  const steps = await timed(browser, onForm, async (page) => {
    await open(page)
    const slider = page.getByRole('slider', { name: 'Deadline' })
    await slider.press('Home')
    const took: number[] = []
    for (let step = 0; step < 6; step += 1) took.push(await timeTo(page, amount, () => slider.press('ArrowRight')))
    return took
  })
  addMedian('order form: a step of the slider to its price, 4 × CPU', steps, 50)
  const subject = (page: Page) => page.getByRole('combobox', { name: 'Subject' })
  const lists = await timed(browser, onForm, async (page) => {
    await open(page)
    const place = await middleInView(subject(page))
    return [await timeTo(page, options, () => page.mouse.click(...place))]
  })
  addMedian('order form: a tap to the list of 150 subjects, 4 × CPU', lists, 50)
  const letters = await timed(browser, onForm, async (page) => {
    await open(page)
    await subject(page).click()
    const took: number[] = []
    for (const letter of ['e', 'c']) took.push(await timeTo(page, list, () => subject(page).press(letter)))
    return took
  })
  addMedian('order form: a letter typed into it, 4 × CPU', letters, 50)
}

const browser = await startChromium()
const server = await startMeasuredServer(embeddedEngine, { writers: 0, otherOrders: 0 })
try {
  const bareMs = await coldVisits(browser, server)
  await overlayAtOnce(browser, server, bareMs)
  await warmSteps(browser, server, bareMs)
  await inputs(browser, server)
  await keepFilms(browser, server)
} finally {
  await browser.close()
  await server.stop()
}
