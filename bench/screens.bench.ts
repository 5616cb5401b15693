/**
 * The screens in Chromium, as a phone with a quarter of this machine's speed has them: weights of a cold visit, first
 * paint against a static page on slow 4G, layout shift, blocking time, and how long an input takes to be seen.
 */
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Browser, Page } from '@playwright/test'
import { barePaths } from './bare-server.ts'
import { embeddedEngine, type MeasuredServer, startMeasuredServer } from './measured-server.ts'
import { paints, type Screen } from './paints.ts'
import { coldPage, ms, startChromium } from './phone.ts'
import { middleOf } from './rounds.ts'
import { addRow, verdict } from './rows.ts'

/** What an input leads to in the page. */
type Change = 'price' | 'options' | 'list'

declare global {
  interface Window {
    /** How long the awaited change took from the input to its frame, in milliseconds. */
    took: Promise<number>
  }
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
  // Whom we cannot write to is led away from the plans (SUB-04).
  const named = await fetch(origin + apiPaths.me(), {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.com' }),
  })
  if (!named.ok) throw new Error(`The reader has no address: ${named.status}`)
  // They have no budget of their own for JavaScript.
  const others: Screen[] = [
    { name: 'my info', path: webPaths.myInfo(), ready: 'input[type="email"]' },
    { name: 'my subscription', path: webPaths.subscription(), ready: 'input[type="radio"]' },
    { name: 'referral link', path: webPaths.refCabinet(), ready: '#share-link' },
  ].map(({ name, path, ready }) => ({
    name,
    address: origin + path,
    token,
    ready,
    usable: (page) => page.locator(ready).first().waitFor(),
  }))
  await weigh(browser, signIn, { budget: 95, aim: 90 })
  await weigh(browser, form, { budget: 125, aim: 112 })
  await weigh(browser, cabinet, { budget: 115, aim: 103 })
  for (const screen of others) await weigh(browser, screen)
  await paints(browser, [signIn, form], `http://localhost:${server.barePort}${barePaths.html}`)
  await inputs(browser, form)
}

/** What a cold visit downloads until its screen is usable, as it goes over the wire. */
async function weigh(browser: Browser, screen: Screen, wanted?: { budget: number; aim: number }): Promise<void> {
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
  if (wanted !== undefined) {
    addRow({
      what: `${screen.name}: JavaScript of a cold visit`,
      budget: `${wanted.budget} KB`,
      aim: `${wanted.aim} KB`,
      measured: `${scripts.toFixed(1)} KB`,
      met: verdict(scripts, wanted),
    })
  }
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

const browser = await startChromium()
const server = await startMeasuredServer(embeddedEngine, { writers: 0, otherOrders: 0 })
try {
  await measure(browser, server)
} finally {
  await browser.close()
  await server.stop()
}
