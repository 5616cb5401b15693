import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number, tests: number }} Counts */

/**
 * @param {string} path
 * @returns {Record<string, any> | undefined} undefined when the runner died before it wrote its report
 */
const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/**
 * Adds a failure when the runner itself failed although no test did: a file that cannot be loaded, an error outside
 * the tests, no report at all.
 *
 * @param {Omit<Counts, 'tests'>} counts
 * @param {number | null} code exit code of the runner
 * @returns {Counts}
 */
function withOwnFailure({ passed, failed, skipped }, code) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, tests: passed + failed }
}

/**
 * What came out of a run of Vitest. A file that could not be loaded counts as one failure.
 *
 * @param {string} path of the report that its json reporter wrote
 * @param {number | null} code its exit code
 * @returns {Counts}
 */
export function readVitestReport(path, code) {
  const report = readReport(path)
  /** @type {readonly { status: string, assertionResults: readonly { status: string }[] }[]} */
  const files = report?.['testResults'] ?? []
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
 * @param {string} path of the report that its json reporter wrote
 * @param {number | null} code its exit code
 * @returns {Counts}
 */
export function readPlaywrightReport(path, code) {
  const report = readReport(path)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.['stats'] ?? {}
  return withOwnFailure({ passed: expected, failed: unexpected + flaky, skipped }, code)
}
