import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { provideChromium } from './chromium.mjs'
import { runChild } from './child-run.mjs'
import { installPackages } from './install.mjs'
import { provideServerPrograms, startPostgres } from './postgres.mjs'
import { proofsIn, proofsOf } from './proofs.mjs'
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs'
import { toolScript } from './tool-scripts.mjs'
import { buildWeb, isWebBuilt } from './web-build.mjs'

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./steps.mjs').StepResult} StepResult
 * @typedef {import('./test-reports.mjs').Counts} Counts
 *
 * @typedef {object} TestRun
 * @property {string} root absolute path of the repository
 * @property {string} node absolute path of Node 24
 * @property {NodeJS.ProcessEnv} environment of every step
 * @property {string | undefined} slice only tests whose file path holds this word
 * @property {boolean} prove at full size
 * @property {AbortSignal} signal breaks the run off
 * @property {(text: string) => void} say shows progress
 * @property {(import('./proofs.mjs').Proof & { step: string })[]} proofs what the tests proved, gathered as steps end
 */

/** A step that takes longer hangs. */
const limitMs = { test: 20 * 60_000, prove: 4 * 3_600_000 }

/** In CI nothing may be left out in silence. */
const inCi = (/** @type {TestRun} */ run) => Boolean(run.environment['CI'])

/**
 * The result of a step that had nothing to run.
 *
 * @param {string} reason
 * @returns {StepResult}
 */
const nothingRan = (reason) => ({ passed: 0, failed: 0, skippedBecause: reason })

/**
 * Whether a folder holds, at any depth, a file whose name ends so.
 *
 * @param {string} folder
 * @param {string} ending
 */
const holdsFile = (folder, ending) =>
  existsSync(folder) && readdirSync(folder, { recursive: true }).some((path) => String(path).endsWith(ending))

/**
 * A check that passes or fails as a whole, by one command after the other.
 *
 * @param {TestRun} run
 * @param {string} name
 * @param {...[Parameters<typeof toolScript>[1], ...string[]]} commands a tool with its arguments each
 * @returns {Step}
 */
function check(run, name, ...commands) {
  return {
    name,
    async run() {
      for (const [tool, ...args] of commands) {
        const { code, output } = await runChild(run.node, [toolScript(run.root, tool), ...args], {
          cwd: run.root,
          env: run.environment,
          signal: run.signal,
          limitMs: limitMs.test,
        })
        if (code !== 0) return { passed: 0, failed: 1, output }
      }
      return { passed: 1, failed: 0 }
    },
  }
}

/**
 * Absolute path of a file that a step leaves behind.
 *
 * @param {TestRun} run
 * @param {string} step
 * @param {string} ending
 */
const reportFile = (run, step, ending) =>
  join(run.root, '.cache', 'test-reports', `${step.replaceAll(/\W+/g, '-')}.${ending}`)

/**
 * Runs a test runner, reads its report and gathers the proofs.
 *
 * @param {TestRun} run
 * @param {object} how
 * @param {string} how.name of the step
 * @param {string} how.cwd
 * @param {(report: string) => readonly string[]} how.args of Node, given the path of the report
 * @param {(report: string, code: number | null) => Counts} how.read
 * @param {NodeJS.ProcessEnv} [how.environment] beside that of the run
 * @returns {Promise<StepResult>}
 */
async function runTests(run, { name, cwd, args, read, environment }) {
  const report = reportFile(run, name, 'json')
  const proofs = reportFile(run, name, 'proofs')
  mkdirSync(dirname(report), { recursive: true })
  for (const file of [report, proofs]) rmSync(file, { force: true })

  const { code, output, tooLong } = await runChild(run.node, args(report), {
    cwd,
    env: { ...run.environment, ...environment, PROOFS_FILE: proofs },
    signal: run.signal,
    limitMs: run.prove ? limitMs.prove : limitMs.test,
  })
  for (const proof of proofsOf(output, proofs)) run.proofs.push({ ...proof, step: name })

  const counts = read(report, code)
  if (counts.tests + counts.skipped + counts.failed === 0) {
    return nothingRan(run.slice ? `no test here matches "${run.slice}"` : 'there is no test yet')
  }
  return { ...counts, output: tooLong ? `${output}\nIt was ended because it took too long.` : output }
}

/**
 * Runs Vitest.
 *
 * @param {TestRun} run
 * @param {string} name of the step
 * @param {{ cwd: string, args?: readonly string[], environment?: NodeJS.ProcessEnv }} how
 */
const runVitest = (run, name, { cwd, args = [], environment = {} }) =>
  runTests(run, {
    name,
    cwd,
    environment,
    args: (report) => [
      toolScript(run.root, 'vitest'),
      'run',
      ...args,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(run.slice ? [run.slice] : []),
    ],
    read: readVitestReport,
  })

/**
 * Runs Playwright. It takes the path of its report from the environment.
 *
 * @param {TestRun} run
 * @param {string} name of the step
 * @param {{ cwd: string, environment: NodeJS.ProcessEnv }} how
 */
const runPlaywright = (run, name, { cwd, environment }) =>
  runTests(run, {
    name,
    cwd,
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(run, name, 'json') },
    args: () => [
      toolScript(run.root, 'playwright'),
      'test',
      '--reporter=list,json',
      '--pass-with-no-tests',
      ...(run.slice ? [run.slice] : []),
    ],
    read: readPlaywrightReport,
  })

/**
 * The tests of a project on a real PostgreSQL: the one of TEST_DATABASE_URL, or a temporary one.
 *
 * @param {TestRun} run
 * @param {string} name of the step
 * @param {string} project
 * @returns {Promise<StepResult>}
 */
async function runOnPostgres(run, name, project) {
  const how = { cwd: run.root, args: ['--project', project] }
  if (run.environment['TEST_DATABASE_URL']) return runVitest(run, name, how)
  const programs = provideServerPrograms(run.environment, run.say)
  if (!programs) {
    const reason = 'there is no PostgreSQL server on this machine'
    return inCi(run) ? { passed: 0, failed: 1, output: reason } : nothingRan(reason)
  }
  const server = await startPostgres(programs, run.environment)
  try {
    return await runVitest(run, name, { ...how, environment: { TEST_DATABASE_URL: server.url } })
  } finally {
    await server.stop()
  }
}

/**
 * Builds the web app. One slice does not wait for a build that would change nothing; the whole run proves that it works.
 *
 * @param {TestRun} run
 * @returns {StepResult}
 */
function runWebBuild(run) {
  if (run.slice && isWebBuilt(run.root)) return { passed: 1, failed: 0, note: 'up to date' }
  const { ok, output } = buildWeb(run.root, run.node)
  if (ok) run.say(output)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
}

/**
 * Lighthouse on the built web app; its packages are installed when they are needed, because nothing else does.
 *
 * @param {TestRun} run
 * @param {string} name of the step
 * @returns {Promise<StepResult>}
 */
async function runLighthouse(run, name) {
  installPackages(join(run.root, 'tools', 'lighthouse'), run.say)
  const { code, output } = await runChild(run.node, [join('bench', 'lighthouse.bench.ts')], {
    cwd: run.root,
    env: run.environment,
    signal: run.signal,
    limitMs: limitMs.prove,
  })
  const proofs = proofsIn(output)
  for (const proof of proofs) run.proofs.push({ ...proof, step: name })
  return { passed: proofs.length, failed: code === 0 ? 0 : 1, tests: proofs.length, output }
}

/**
 * The named steps of `npm test`, the quick ones first. The API tests on either database leave half of
 * two cores idle, so the two run side by side.
 *
 * @param {TestRun} run
 * @returns {readonly (Step | readonly Step[])[]}
 */
export function testSteps(run) {
  const { root } = run
  const web = join(root, 'apps', 'web')
  const journeys = join(root, 'e2e')
  const units = ['--project', '!api', '--project', '!load', '--project', '!real-cards']
  const embedded = { cwd: root, args: ['--project', 'api'], environment: { TEST_DATABASE_URL: undefined } }

  /** @type {NodeJS.ProcessEnv | undefined} */
  let browser
  const withBrowser = () => {
    browser ??= { CHROMIUM_PATH: provideChromium(run) }
    return browser
  }

  /**
   * @param {string} name
   * @param {(name: string) => StepResult | Promise<StepResult>} perform
   * @returns {Step}
   */
  const step = (name, perform) => ({ name, run: async () => perform(name) })

  /** The scenarios of card payments at the real provider, where there is a key; proofs rehearse them at the sandbox at least. */
  const cardProviderSteps = () => {
    const realCards = { cwd: root, args: ['--project', 'real-cards'] }
    if (run.environment['STRIPE_TEST_KEY']) {
      return [step('real cards', (name) => runVitest(run, name, { ...realCards, environment: withBrowser() }))]
    }
    const rehearsal = { ...realCards, environment: { STRIPE_TEST_KEY: 'sk_test_sandbox' } }
    return run.prove ? [step('real cards, rehearsed', (name) => runVitest(run, name, rehearsal))] : []
  }

  return [
    check(run, 'types', ['tsc', '-b']),
    // What nobody uses is deleted (DEV-04); the second look at it leaves out tests and stories, which keep nothing alive.
    check(run, 'lint', ['oxlint', '--deny-warnings'], ['knip'], ['knip', '--production', '--include', 'files']),
    check(run, 'format', ['biome', 'format']),
    step('units', (name) => runVitest(run, name, { cwd: root, args: units })),
    [
      step('API, embedded database', (name) => runVitest(run, name, embedded)),
      step('API, PostgreSQL', (name) => runOnPostgres(run, name, 'api')),
    ],
    step('load, PostgreSQL', (name) => runOnPostgres(run, name, 'load')),
    ...cardProviderSteps(),
    step('stories', (name) =>
      holdsFile(join(web, 'src'), '.stories.tsx')
        ? runVitest(run, name, { cwd: web, environment: withBrowser() })
        : nothingRan('there is no story yet'),
    ),
    step('web build', () => runWebBuild(run)),
    ...(run.prove && 'lighthouse'.includes(run.slice ?? '')
      ? [step('Lighthouse', (name) => runLighthouse(run, name))]
      : []),
    step('journeys', (name) =>
      holdsFile(journeys, '.spec.ts')
        ? runPlaywright(run, name, { cwd: journeys, environment: withBrowser() })
        : nothingRan('there is no journey yet'),
    ),
  ]
}
