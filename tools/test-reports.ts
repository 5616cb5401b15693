import { existsSync, readFileSync } from 'node:fs'

/** The result of a run in tests; `tests` is the number that ran. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  tests: number
}

/** The parts of Vitest's and Playwright's reports that we read. */
interface Report {
  testResults?: readonly { status: string; assertionResults: readonly { status: string }[] }[]
  stats?: Partial<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>
}

/** A report; empty if the runner died before writing it. */
const readReport = (path: string): Report => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/**
 * Adds a failure if the runner failed without a failed test: a file that does not load, an error outside the tests, no
 * report.
 *
 * @param code exit code of the runner
 */
function withOwnFailure({ passed, failed, skipped }: Omit<Counts, 'tests'>, code: number | null): Counts {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, tests: passed + failed }
}

/**
 * The result of a Vitest run. A file that did not load counts as one failure.
 *
 * @param path of the report by its json reporter
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
 * The result of a Playwright run. A test that passed only on a retry counts as failed: a flaky test is broken.
 *
 * @param path of the report by its json reporter
 * @param code its exit code
 */
export function readPlaywrightReport(path: string, code: number | null): Counts {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(path).stats ?? {}
  return withOwnFailure({ passed: expected, failed: unexpected + flaky, skipped }, code)
}
