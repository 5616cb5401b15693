import { existsSync, readFileSync } from 'node:fs'

/** What came out of a run, in tests; `tests` are those that ran. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  tests: number
}

/** What is read of the reports of Vitest and Playwright. */
interface Report {
  testResults?: readonly { status: string; assertionResults: readonly { status: string }[] }[]
  stats?: Partial<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>
}

/** A report; empty when the runner died before it wrote it. */
const readReport = (path: string): Report => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/**
 * Adds a failure when the runner itself failed although no test did: a file that cannot be loaded, an error outside
 * the tests, no report at all.
 *
 * @param code exit code of the runner
 */
function withOwnFailure({ passed, failed, skipped }: Omit<Counts, 'tests'>, code: number | null): Counts {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, tests: passed + failed }
}

/**
 * What came out of a run of Vitest. A file that could not be loaded counts as one failure.
 *
 * @param path of the report that its json reporter wrote
 * @param code its exit code
 */
export function readVitestReport(path: string, code: number | null): Counts {
  const { testResults: files = [] } = readReport(path)
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  return withOwnFailure({ passed, failed: failed + broken.length, skipped: tests.length - passed - failed }, code)
}

/**
 * What came out of a run of Playwright. A test that passed only when repeated counts as failed: what fails now and then
 * is broken.
 *
 * @param path of the report that its json reporter wrote
 * @param code its exit code
 */
export function readPlaywrightReport(path: string, code: number | null): Counts {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(path).stats ?? {}
  return withOwnFailure({ passed: expected, failed: unexpected + flaky, skipped }, code)
}
