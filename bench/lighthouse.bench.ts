/**
 * Lighthouse on four screens, the median of three runs each, in a fresh browser: performance, accessibility and best
 * practice. Prints a line of proof for each screen, and exits with 1 if one is below its budget. Lighthouse itself is
 * in tools/lighthouse, with its own packages.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { chromium } from '@playwright/test'
import { runChild } from '../tools/child-run.ts'
import { provideChromium } from '../tools/chromium.ts'
import { repositoryRoot, say } from '../tools/bootstrap.mjs'
import { embeddedEngine, startMeasuredServer } from './measured-server.ts'
import { addRow } from './rows.ts'

const runs = 3
/** A longer visit counts as hung. */
const visitLimitMs = 120_000
/**
 * Lighthouse slows a fast desktop, of this benchmark index or more, four times to resemble a mid-tier phone. A slower
 * machine needs less for the same phone.
 */
const desktop = { index: 1500, slowdown: 4 }
const command = join(repositoryRoot, 'tools/lighthouse/node_modules/lighthouse/cli/index.js')

/** The points that each screen needs, out of 100. */
const budgets = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof budgets
const categories = Object.keys(budgets) as Category[]

/** The parts of Lighthouse's report that we read. */
interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

const executablePath = provideChromium(process.env, say) ?? chromium.executablePath()
const temporary = mkdtempSync(join(tmpdir(), 'nerdify-lighthouse-'))

interface Visit {
  /** The address of the page. */
  url: URL
  /** Of a signed-in client. */
  token: string | undefined
  cpuSlowdown: number
}

/** Visits a page with a fresh browser. */
async function visit({ url, token, cpuSlowdown }: Visit): Promise<Report> {
  const profile = mkdtempSync(join(temporary, 'profile-'))
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  if (token !== undefined) {
    const context = await chromium.launchPersistentContext(profile, { executablePath, args: flags })
    const page = await context.newPage()
    // A file of the same origin that no screen needs, so that the cache stays cold.
    await page.goto(new URL('/robots.txt', url).href)
    await page.evaluate(([key, jwt]) => localStorage.setItem(key, jwt), [browserKeys.session, token] as const)
    await context.close()
  }
  const file = join(temporary, 'report.json')
  const { code, output } = await runChild(
    process.execPath,
    [
      command,
      url.href,
      `--chrome-flags=${['--headless=new', `--user-data-dir=${profile}`, ...flags].join(' ')}`,
      `--only-categories=${categories.join(',')}`,
      `--throttling.cpuSlowdownMultiplier=${cpuSlowdown}`,
      '--disable-storage-reset',
      '--no-enable-error-reporting',
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
    ],
    { cwd: temporary, env: { ...process.env, CHROME_PATH: executablePath }, limitMs: visitLimitMs },
  )
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${output}`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
  return report
}

const points = (report: Report, category: Category): number =>
  Math.round((report.categories[category].score ?? 0) * 100)

/** The audits that keep a category below 100 points, heaviest first. */
function failedAudits(report: Report, category: Category): string[] {
  return report.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id }) => `${report.audits[id]?.title} ${report.audits[id]?.displayValue ?? ''}`.trim())
}

const server = await startMeasuredServer(embeddedEngine, { writers: 0, otherOrders: 0 })
let isBelow = false
try {
  const origin = `http://localhost:${server.port}`
  const firstVisit = { url: new URL(webPaths.loginPhone(), origin), token: undefined, cpuSlowdown: desktop.slowdown }
  const { benchmarkIndex } = (await visit(firstVisit)).environment
  const cpuSlowdown = Math.max(1, Math.min(1, benchmarkIndex / desktop.index) * desktop.slowdown)
  const slowed = `CPU slowed ${cpuSlowdown.toFixed(1)} times`
  say(`  ${slowed} (benchmark index ${Math.round(benchmarkIndex)})\n`)
  for (const [name, path, token] of [
    ['sign-in', webPaths.loginPhone(), undefined],
    ['order form', webPaths.newOrderForm('writing'), server.reader.token],
    ['cabinet', webPaths.orders(), server.reader.token],
    ['privacy', webPaths.privacyPolicy(), undefined],
  ] as const) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) {
      reports.push(await visit({ url: new URL(path, origin), token, cpuSlowdown }))
    }
    const scores = categories.map((category) => {
      const sorted = reports.toSorted((a, b) => points(a, category) - points(b, category))
      const middle = sorted[Math.floor(runs / 2)] as Report
      const value = points(middle, category)
      isBelow ||= value < budgets[category]
      addRow({
        what: `Lighthouse: ${name}: ${category}`,
        measured: [value, ...failedAudits(middle, category)].join('; '),
        value,
        budget: { least: budgets[category], unit: '' },
      })
      return `${category} ${value}`
    })
    const proof = { name: `Lighthouse: ${name}`, requirement: 'PUB-09', runs, outcome: [...scores, slowed].join(', ') }
    console.log(`PROOF ${JSON.stringify(proof)}`)
  }
} finally {
  await server.stop()
  rmSync(temporary, { recursive: true, force: true })
}
// `npm run bench` reports it in its table instead.
process.exitCode = isBelow && process.env.BENCH_ROWS === undefined ? 1 : 0
