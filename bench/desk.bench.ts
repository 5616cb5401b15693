/**
 * Measures the desk with 50,000 orders, 2,000 of them open, at a quarter of this machine's speed (DESK-08): from a key to
 * the frame with its change, the first rows with a cold cache, and eight hours with 2,000 events.
 */
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { deskCookie } from '../apps/api/src/http/requests/from-desk.ts'
import { type MeasuredServer, startMeasuredServer, withPostgres } from './measured-server.ts'
import { sender } from './load.ts'
import { slowPage, startChromium } from './phone.ts'
import { addRow, medianOf, quantileOf, shown } from './rows.ts'
import { timeToRows } from './time-to.ts'

const orders = 50_000
const open = 2_000
const visits = 5
const events = 2_000
const megabyte = 1_000_000

/** Numbers of open orders without a zero, so that each typed digit narrows the rows. */
const numbers = [41113, 42223, 43333, 44443, 45553, 46663, 47773, 48883, 49993, 41923].map(
  (nth) => `${90_000_000 + nth}`,
)

/** A signed-in clerk's page with an empty cache. */
async function deskPage(browser: Browser, { desk }: MeasuredServer, line?: 'desktop'): Promise<DeskPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addCookies([{ name: deskCookie(desk.origin), value: desk.token, url: desk.origin, httpOnly: true }])
  // The session's flag for scripts, which cannot read its cookie.
  await context.addInitScript(() => localStorage.setItem('desk.session', '1'))
  return { context, ...(await slowPage(context, line)) }
}

interface DeskPage {
  context: BrowserContext
  page: Page
  session: CDPSession
}

const openQueue = async (page: Page, { desk }: MeasuredServer, search = '') => {
  await page.goto(`${desk.origin}${deskPaths.queue()}${search}`)
  await page.locator('tr[data-row]').first().waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
}

async function coldQueue(browser: Browser, server: MeasuredServer): Promise<void> {
  const took: number[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const { context, page } = await deskPage(browser, server, 'desktop')
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('tr[data-row]') === null) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
      })
      observer.observe(document, { subtree: true, childList: true })
    })
    await page.goto(`${server.desk.origin}${deskPaths.queue()}`)
    took.push(
      await page
        .waitForFunction(() => performance.getEntriesByName('rows')[0]?.startTime)
        .then((handle) => handle.jsonValue() as Promise<number>),
    )
    await context.close()
  }
  const middle = medianOf(took)
  addRow({
    what: 'the queue’s first rows, cold, desktop line, 4 × CPU',
    measured: shown(middle, 'ms'),
    value: middle.median,
    budget: { most: 1_000, unit: 'ms' },
  })
}

/** Adds the 95th percentile to the table. */
function addTimes(what: string, took: readonly number[], most: number): void {
  const p95 = quantileOf(took, 0.95)
  addRow({
    what: `${what}, 4 × CPU: 95 of 100`,
    measured: `${p95.toFixed(0)} ms, half ${quantileOf(took, 0.5).toFixed(0)} ms`,
    value: p95,
    budget: { most, unit: 'ms' },
  })
}

async function moves(page: Page, server: MeasuredServer): Promise<void> {
  for (const [rows, shownRows] of [
    [20, '20 rows'],
    [200, '200 rows'],
  ] as const) {
    await openQueue(page, server)
    for (let loaded = 20; loaded < rows; loaded += 20) {
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText(`${loaded + 20} of `).waitFor()
    }
    await page.keyboard.press('j')
    const took: number[] = []
    for (let nth = 1; nth < 19; nth += 1) {
      took.push(await timeToRows(page, { chosen: nth }, () => page.keyboard.press('j')))
    }
    for (let nth = 17; nth > 0; nth -= 1) {
      took.push(await timeToRows(page, { chosen: nth }, () => page.keyboard.press('k')))
    }
    addTimes(`j and k to the moved row of ${shownRows}`, took, 50)
  }
}

/** Times each letter of a word after the first `from`, which change no row; rows then show `prefix` and word. */
async function timeLetters(page: Page, { word, from, prefix }: { word: string; from: number; prefix: string }) {
  await page.keyboard.type(word.slice(0, from))
  const took: number[] = []
  for (let length = from + 1; length <= word.length; length += 1) {
    const text = prefix + word.slice(0, length)
    await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
    took.push(await timeToRows(page, { text }, () => page.keyboard.type(word.slice(length - 1, length))))
  }
  return took
}

async function searches(page: Page, server: MeasuredServer): Promise<void> {
  const inQueue: number[] = []
  for (const word of numbers) {
    await openQueue(page, server)
    await page.keyboard.press('f')
    inQueue.push(...(await timeLetters(page, { word, from: 3, prefix: '' })))
  }
  addTimes('a key in the search of the queue to its rows', inQueue, 300)
  const inAll: number[] = []
  for (const word of ['word123', 'word456', 'word789', 'word321', 'word654', 'word987', 'word147', 'word258']) {
    await openQueue(page, server)
    await page.keyboard.press('/')
    inAll.push(...(await timeLetters(page, { word, from: 4, prefix: 'on ' })))
  }
  addTimes('a key in the search of everything to its rows', inAll, 300)
}

async function filters(page: Page, server: MeasuredServer): Promise<void> {
  const { send, close } = sender(server.port)
  for (const number of numbers) {
    const take = { path: opsPaths.orderTake(number), token: server.operationsToken, body: { staff: 'Cleo' } }
    await send({ method: 'POST', ...take })
  }
  close()
  const took: number[] = []
  await openQueue(page, server)
  for (let turn = 0; turn < 20; turn += 1) {
    const total = await page.evaluate(() => document.querySelector('main')?.textContent?.match(/of (\d+) shown/)?.[1])
    took.push(await timeToRows(page, { totalNot: total ?? '' }, () => page.keyboard.press('m')))
  }
  addTimes('a filter of the queue to its rows', took, 300)
}

async function openings(page: Page, server: MeasuredServer): Promise<void> {
  const took: number[] = []
  for (const number of numbers) {
    await openQueue(page, server, `?q=${number}`)
    await page.keyboard.press('j')
    took.push(await timeToRows(page, { heading: 'Next: ' }, () => page.keyboard.press('Enter')))
  }
  addTimes('Enter to the opened order', took, 400)
}

/** Measures how long a delivered order stays in a colleague's open queue. */
async function deliveries(page: Page, server: MeasuredServer): Promise<void> {
  const { send, close } = sender(server.port)
  const token = server.operationsToken
  const took: number[] = []
  for (const number of numbers.slice(0, 5)) {
    await send({ method: 'POST', path: opsPaths.orderEvents(number), token, body: { event: 'nerd_found' } })
    const form = new FormData()
    form.set('type', 'file_final_draft')
    form.set('file', new Blob(['%PDF-1.4\n', ' '.repeat(2_000)], { type: 'application/pdf' }), 'work.pdf')
    const upload = await fetch(`http://127.0.0.1:${server.port}${opsPaths.orderFiles(number)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    if (!upload.ok) throw new Error(`The file was answered ${upload.status}: ${await upload.text()}`)
    const stream = page.waitForResponse((answer) => answer.url().includes(opsPaths.stream()))
    await openQueue(page, server, `?q=${number}`)
    await stream
    await send({ method: 'POST', path: opsPaths.orderEvents(number), token, body: { event: 'send' } })
    const begun = performance.now()
    await page.locator('tr[data-row]').waitFor({ state: 'detached' })
    took.push(performance.now() - begun)
  }
  close()
  addTimes('a delivery to the queue of a colleague without its row', took, 2_000)
}

/** Measures eight hours by the page's clock, while colleagues take and release orders. */
async function longDay(browser: Browser, server: MeasuredServer): Promise<void> {
  const { context, page, session } = await deskPage(browser, server)
  await page.clock.install()
  await openQueue(page, server)
  const { send, close } = sender(server.port)
  const token = server.operationsToken
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return ((await session.send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize
  }
  const rounds = 100
  const take = async (round: number) => {
    for (let nth = 0; nth < events / rounds; nth += 1) {
      const number = `${90_030_003 + ((round * 10 + Math.floor(nth / 2)) % (open - 100)) * 10}`
      const path = nth % 2 === 0 ? opsPaths.orderTake(number) : opsPaths.orderRelease(number)
      await send({ method: 'POST', path, token, body: nth % 2 === 0 ? { staff: 'Lena' } : {} })
    }
    await page.clock.runFor((8 * 3_600_000) / rounds)
  }
  await take(0)
  const before = await heap()
  await page.evaluate(() => {
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ type: 'longtask' })
  })
  for (let round = 1; round <= rounds; round += 1) await take(round)
  const longest = await page.evaluate(() => window.longest)
  const growth = ((await heap()) - before) / megabyte
  close()
  await context.close()
  const what = `the queue for eight hours with ${events} events`
  addRow({
    what: `${what}: growth of memory`,
    measured: `${growth.toFixed(1)} MB, from ${(before / megabyte).toFixed(1)} MB`,
    value: growth,
    budget: { most: 20, unit: 'MB' },
  })
  addRow({
    what: `${what}: longest task, 4 × CPU`,
    measured: `${longest.toFixed(0)} ms`,
    value: longest,
    budget: { most: 200, unit: 'ms' },
  })
}

declare global {
  interface Window {
    /** The longest task, in milliseconds. */
    longest: number
  }
}

const browser = await startChromium()
try {
  await withPostgres(async (engine) => {
    const server = await startMeasuredServer(engine, { writers: 0, otherOrders: orders, openOrders: open })
    try {
      await coldQueue(browser, server)
      const { context, page } = await deskPage(browser, server)
      for (const measure of [moves, searches, filters, openings, deliveries]) await measure(page, server)
      await context.close()
      await longDay(browser, server)
    } finally {
      await server.stop()
    }
  })
} finally {
  await browser.close()
}
