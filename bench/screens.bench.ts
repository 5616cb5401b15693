/**
 * The screens in Chromium, as a phone with a quarter of this machine's speed has them: weights of a cold visit, first
 * paint against a static page on slow 4G, layout shift, blocking time, and how long an input takes to be seen.
 */
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { chromium, devices, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { provideChromium } from '../tools/chromium.mjs'
import { repositoryRoot } from '../tools/repository-root.mjs'
import { barePaths } from './bare-server.ts'
import { embeddedEngine, type MeasuredServer, startMeasuredServer } from './measured-server.ts'
import { type Measured, middleOf, ratioOf } from './rounds.ts'
import { addRow, times, verdict } from './rows.ts'

const slowdown = 4
const visits = 3
/** Slow 4G as Lighthouse has it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4g = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }

const ms = ({ median, least, most }: Measured) => `${Math.round(median)} ms (${Math.round(least)}–${Math.round(most)})`

/** What the page itself saw, gathered from before its first script. */
interface Seen {
  firstPaint: number
  largestPaint: number
  layoutShift: number
  blockingMs: number
}

/** What an input leads to in the page. */
type Change = 'price' | 'options' | 'list'

declare global {
  interface Window {
    seen: Seen
    /** How long the awaited change took from the input to its frame, in milliseconds. */
    took: Promise<number>
  }
}

/** In the page, before all else: keeps what the browser tells about paints, shifts and long tasks. */
function watch(): void {
  const seen: Seen = { firstPaint: 0, largestPaint: 0, layoutShift: 0, blockingMs: 0 }
  window.seen = seen
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.layoutShift += shift.value
  })
  observe('longtask', (entry) => {
    seen.blockingMs += Math.max(0, entry.duration - 50)
  })
}

/** In the page: measures from the next input of a kind until the frame that shows what it changed. */
function awaitChange({ input, change }: { input: string; change: Change }): void {
  const isSeen: Record<Change, (mutations: MutationRecord[]) => boolean> = {
    price: (all) => all.some(({ target }) => /^\s*\$\d+\.\d\d\s*$/.test(target.textContent ?? '')),
    options: () => document.querySelector('[role="option"]') !== null,
    list: (all) =>
      all.some(({ target }) => target.parentElement?.closest('[role="listbox"], [role="option"]') !== null),
  }
  window.took = new Promise((resolve) => {
    let begun: number | undefined
    addEventListener(
      input,
      (event) => {
        begun = event.timeStamp
      },
      { capture: true, once: true },
    )
    const observer = new MutationObserver((mutations) => {
      if (begun === undefined || !isSeen[change](mutations)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // A message is handled after the frame is drawn.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - (begun as number)))
        port1.start()
        port2.postMessage(undefined)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

async function timeOf(
  page: Page,
  wanted: { input: string; change: Change },
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(awaitChange, wanted)
  await act()
  return page.evaluate(() => window.took)
}

/** A page of a phone that has never been here. */
async function coldPage(
  browser: Browser,
  { token, slowNetwork }: { token?: string; slowNetwork: boolean },
): Promise<{ context: BrowserContext; page: Page }> {
  const { defaultBrowserType: _type, ...pixel } = devices['Pixel 7']
  const context = await browser.newContext({ ...pixel, viewport: { width: 390, height: 844 } })
  if (token !== undefined) {
    await context.addInitScript(([key, jwt]) => localStorage.setItem(key, jwt), [browserKeys.session, token] as const)
  }
  await context.addInitScript(watch)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (slowNetwork) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
  }
  return { context, page }
}

/** A screen of a cold visit, and what makes it usable. */
interface Screen {
  name: string
  address: string
  token?: string
  /** What stands in the page as soon as the screen can be used. */
  ready: string
  usable: (page: Page) => Promise<void>
}

async function measure(browser: Browser, server: MeasuredServer): Promise<void> {
  const origin = `http://localhost:${server.port}`
  const { token } = server.reader
  const signIn: Screen = {
    name: 'sign-in',
    address: origin + webPaths.loginPhone(),
    ready: 'input[type="tel"]',
    usable: (page) => page.getByLabel('Phone number').waitFor(),
  }
  const form: Screen = {
    name: 'order form',
    address: origin + webPaths.newOrderForm('writing'),
    token,
    ready: '[role="slider"], input[type="range"]',
    usable: (page) => page.getByRole('slider', { name: 'Deadline' }).waitFor(),
  }
  const cabinet: Screen = {
    name: 'cabinet',
    address: origin + webPaths.orders(),
    token,
    ready: 'article',
    usable: (page) => page.getByRole('article').first().waitFor(),
  }
  await weigh(browser, signIn, { budget: 95, aim: 90 })
  await weigh(browser, form, { budget: 125, aim: 112 })
  await weigh(browser, cabinet, { budget: 115, aim: 103 })
  await paints(browser, [signIn, form], `http://localhost:${server.barePort}${barePaths.html}`)
  await inputs(browser, form)
}

/** What a cold visit downloads until its screen is usable, as it goes over the wire. */
async function weigh(browser: Browser, screen: Screen, wanted: { budget: number; aim: number }): Promise<void> {
  const { context, page } = await coldPage(browser, {
    ...(screen.token && { token: screen.token }),
    slowNetwork: false,
  })
  await page.goto(screen.address)
  const stands = await page.waitForFunction(
    (ready) => document.querySelector(ready) !== null && performance.now(),
    screen.ready,
  )
  const usableAt = Number(await stands.jsonValue())
  const loaded = await page.evaluate(
    (end) =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        // What nobody waits for is loaded once the screen stands.
        .filter(({ startTime }) => startTime < end)
        .map((entry) => {
          const { name, encodedBodySize, entryType } = entry as PerformanceResourceTiming
          return { path: entryType === 'navigation' ? 'page.html' : new URL(name).pathname, bytes: encodedBodySize }
        }),
    usableAt,
  )
  await context.close()
  const kilobytes = (pattern: RegExp) =>
    loaded.filter(({ path }) => pattern.test(path)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const scripts = kilobytes(/\.js$/)
  addRow({
    what: `${screen.name}: JavaScript of a cold visit`,
    budget: `${wanted.budget} KB`,
    aim: `${wanted.aim} KB`,
    measured: `${scripts.toFixed(1)} KB`,
    met: verdict(scripts, wanted),
  })
  const text = kilobytes(/\.(html|css)$/)
  const requests = loaded.length
  addRow({
    what: `${screen.name}: HTML and CSS · requests until usable`,
    budget: '16 KB · 8',
    aim: '12 KB · 6',
    measured: `${text.toFixed(1)} KB · ${requests}`,
    met: text <= 12 && requests <= 6 ? 'aim' : text <= 16 && requests <= 8 ? 'budget' : 'no',
  })
}

/** Paints on slow 4G against those of the static page; what shifts and what blocks. */
async function paints(browser: Browser, screens: readonly Screen[], staticAddress: string): Promise<void> {
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
      await page.goto(screen.address)
      await screen.usable(page)
      await page.waitForLoadState('networkidle')
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

/** From a key or a finger to the frame that shows what it changed. */
async function inputs(browser: Browser, form: Screen): Promise<void> {
  const { context, page } = await coldPage(browser, { ...(form.token && { token: form.token }), slowNetwork: false })
  await page.goto(form.address)
  await form.usable(page)
  await page.waitForLoadState('networkidle')

  const slider = page.getByRole('slider', { name: 'Deadline' })
  const steps: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await slider.press('Home')
    // The first steps of an essay are too short for it, and have a price all the same.
    for (let step = 0; step < 6; step += 1) {
      steps.push(await timeOf(page, { input: 'keydown', change: 'price' }, () => slider.press('ArrowRight')))
    }
  }
  const step = middleOf(steps)
  addRow({
    what: 'order form: a step of the slider to the new price on screen, 4 × CPU',
    budget: '50 ms',
    aim: '16 ms',
    measured: ms(step),
    met: verdict(step.median, { budget: 50, aim: 16 }),
  })

  const subject = page.getByRole('combobox', { name: 'Subject' })
  const opened: number[] = []
  const typed: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    opened.push(await timeOf(page, { input: 'pointerdown', change: 'options' }, () => subject.click()))
    for (const letter of ['e', 'c']) {
      typed.push(await timeOf(page, { input: 'keydown', change: 'list' }, () => subject.press(letter)))
    }
    await subject.fill('')
    await subject.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  }
  for (const [what, values] of [
    ['opening the list of 150 subjects', opened],
    ['a letter typed into it', typed],
  ] as const) {
    const took = middleOf(values)
    addRow({
      what: `order form: ${what}, 4 × CPU`,
      budget: '100 ms',
      measured: ms(took),
      met: took.median <= 100 ? 'budget' : 'no',
    })
  }
  await context.close()
}

const executablePath = provideChromium({
  root: repositoryRoot,
  node: process.execPath,
  environment: process.env,
  say: (text: string) => process.stdout.write(text),
})
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--no-first-run', '--disable-background-networking'],
})
const server = await startMeasuredServer(embeddedEngine, { writers: 0, otherOrders: 0 })
try {
  await measure(browser, server)
} finally {
  await browser.close()
  await server.stop()
}
