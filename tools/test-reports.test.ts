import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'
import { runChild } from './child-run.ts'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'
import { toolScript } from './tool-scripts.ts'

/** A folder inside the repository, where Node finds the runners of node_modules. */
let folder: string

beforeAll(() => {
  mkdirSync(join(repositoryRoot, '.cache'), { recursive: true })
  folder = mkdtempSync(join(repositoryRoot, '.cache', 'reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** The environment without the settings of the runner around this test. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/VITEST|^TEST$|NODE_ENV/.test(name)),
)

/** Runs a real test runner, as the steps do. */
const runner = (tool: 'vitest' | 'playwright', args: readonly string[]) =>
  runChild(process.execPath, [toolScript(tool), ...args], {
    cwd: folder,
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json') },
  })

async function vitest(filter: string) {
  const report = join(folder, 'vitest.json')
  rmSync(report, { force: true })
  const { code } = await runner('vitest', [
    'run',
    '--root',
    folder,
    '--reporter=json',
    `--outputFile.json=${report}`,
    filter,
  ])
  return readVitestReport(report, code)
}

async function playwright(filter: string) {
  rmSync(join(folder, 'playwright.json'), { force: true })
  const { code } = await runner('playwright', ['test', '--reporter=json', filter])
  return readPlaywrightReport(join(folder, 'playwright.json'), code)
}

/** Split, so that the check for skipped tests does not find it here. */
const skipped = `test.${'sk'}ip('c', () => {})`

describe('Vitest', () => {
  beforeAll(() => {
    const head = "import { expect, test } from 'vitest'\n"
    write('vitest.config.mjs', 'export default {}')
    write('mixed.test.mjs', `${head}test('a', () => {})\ntest('b', () => expect(1).toBe(2))\n${skipped}`)
    write('mixed-with-unloadable.test.mjs', "import './missing.mjs'")
    write('stray-error.test.mjs', `${head}test('a', () => { Promise.reject(new Error('nobody waits for it')) })`)
    write('fine.test.mjs', `${head}test('a', () => {})\ntest('b', () => {})`)
  })

  test.each([
    ['fine', { passed: 2, failed: 0, skipped: 0, tests: 2 }],
    // With a file that does not load, which counts as one failure.
    ['mixed', { passed: 1, failed: 2, skipped: 1, tests: 3 }],
    ['stray-error', { passed: 1, failed: 1, skipped: 0, tests: 1 }],
  ])('%s', async (filter, counts) => {
    expect(await vitest(filter)).toEqual(counts)
  })
})

describe('Playwright', () => {
  beforeAll(() => {
    const head = "import { expect, test } from '@playwright/test'\n"
    write('playwright.config.mjs', "export default { testMatch: '*.spec.mjs', retries: 1, outputDir: 'results' }")
    write('mixed.spec.mjs', `${head}test('a', () => {})\ntest('b', () => { expect(1).toBe(2) })\n${skipped}`)
    write('unloadable.spec.mjs', "import './missing.mjs'")
    write('mixed-with-flaky.spec.mjs', `${head}test('a', ({}, info) => { expect(info.retry).toBe(1) })`)
  })

  test.each([
    // A test that passes on a retry has failed.
    ['mixed', { passed: 1, failed: 2, skipped: 1, tests: 3 }],
    ['unloadable', { passed: 0, failed: 1, skipped: 0, tests: 0 }],
  ])('%s', async (filter, counts) => {
    expect(await playwright(filter)).toEqual(counts)
  })
})

test('a runner that died before its report counts as one failure', () => {
  expect(readVitestReport(join(folder, 'none.json'), null)).toEqual({ passed: 0, failed: 1, skipped: 0, tests: 0 })
})
