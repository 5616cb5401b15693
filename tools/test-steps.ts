import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installPackages, repositoryRoot, say } from './bootstrap.mjs'
import { runChild } from './child-run.ts'
import { provideChromium } from './chromium.ts'
import { provideEngines } from './engines.ts'
import { provideServerPrograms, startPostgres } from './postgres.ts'
import { type Proof, proofsIn, proofsOf } from './proofs.ts'
import type { Step, StepResult } from './steps.ts'
import { type Counts, readPlaywrightReport, readVitestReport } from './test-reports.ts'
import { type Tool, toolScript } from './tool-scripts.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

/** The options and collected results of a test run. */
export interface TestRun {
  /** For every step. */
  environment: NodeJS.ProcessEnv
  /** Only tests whose file path contains this word. */
  slice: string | undefined
  /** Only steps with this word in their name, and what they need. */
  step: string | undefined
  /** Only tests that the changes since this commit can reach. */
  since?: string | undefined
  /** Run at full size. */
  prove: boolean
  /** Aborts the run. */
  signal: AbortSignal
  /** The tests' proofs, collected as steps end. */
  proofs: (Proof & { step: string })[]
}

/** Time limits: a slower step hangs. */
const limitMs = { test: 60 * 60_000, prove: 4 * 3_600_000 }

/** In CI every skipped step fails. */
const inCi = (run: TestRun) => Boolean(run.environment['CI'])

/** The result of a step without anything to run. */
const nothingRan = (reason: string): StepResult => ({ passed: 0, failed: 0, skippedBecause: reason })

/** Whether a folder contains, at any depth, a file with this ending. */
const holdsFile = (folder: string, ending: string) =>
  existsSync(folder) && readdirSync(folder, { recursive: true }).some((path) => String(path).endsWith(ending))

/** How a step runs Node. */
interface NodeOptions {
  /** Absolute path; by default the repository. */
  cwd?: string | undefined
  /** Added to the run's environment. */
  environment?: NodeJS.ProcessEnv
}

/** Runs Node in the repository, or in another folder, with the run's environment and more. */
const runNode = (
  { environment, signal, prove }: TestRun,
  args: readonly string[],
  { cwd = repositoryRoot, ...more }: NodeOptions = {},
) =>
  runChild(process.execPath, args, {
    cwd,
    env: { ...environment, ...more.environment },
    signal,
    limitMs: prove ? limitMs.prove : limitMs.test,
  })

/**
 * The compiler is a Go program; garbage collection takes a third of its time, and the machine has enough memory to skip
 * most.
 */
const spareCollections = { GOGC: '800' }

/**
 * A check that passes or fails as a whole, by commands in sequence.
 *
 * @param commands a tool with its arguments each
 */
function check(run: TestRun, name: string, ...commands: [Tool, ...string[]][]): Step {
  return {
    name,
    async run() {
      for (const [tool, ...args] of commands) {
        const { code, output } = await runNode(run, [toolScript(tool), ...args], { environment: spareCollections })
        if (code !== 0) return { passed: 0, failed: 1, output }
      }
      return { passed: 1, failed: 0 }
    },
  }
}

/** Absolute path of a step's report. */
const reportFile = (step: string, ending: string) =>
  join(repositoryRoot, '.cache', 'test-reports', `${step.replaceAll(/\W+/g, '-')}.${ending}`)

interface TestRunner extends NodeOptions {
  name: string
  /** Node's arguments; takes the path of the report. */
  args: (report: string) => readonly string[]
  read: (report: string, code: number | null) => Counts
}

/** Runs a test runner, reads its report and collects the proofs. */
async function runTests(run: TestRun, { name, args, read, environment, ...node }: TestRunner): Promise<StepResult> {
  const report = reportFile(name, 'json')
  const proofs = reportFile(name, 'proofs')
  mkdirSync(dirname(report), { recursive: true })
  for (const file of [report, proofs]) rmSync(file, { force: true })

  const options = { ...node, environment: { ...environment, PROOFS_FILE: proofs } }
  const { code, output, tooLong } = await runNode(run, args(report), options)
  for (const proof of proofsOf(output, proofs)) run.proofs.push({ ...proof, step: name })

  const counts = read(report, code)
  if (counts.tests + counts.skipped + counts.failed === 0) {
    if (run.since !== undefined) return nothingRan('the changes reach no test here')
    return nothingRan(run.slice ? `no test here matches "${run.slice}"` : 'there is no test yet')
  }
  return { ...counts, output: tooLong ? `${output}\nIt was ended because it took too long.` : output }
}

interface VitestOptions extends NodeOptions {
  args?: readonly string[]
  /** A change of any file can affect these tests. */
  isWhole?: boolean
}

/** Runs Vitest. */
const runVitest = (run: TestRun, name: string, { args = [], isWhole = false, ...node }: VitestOptions) =>
  runTests(run, {
    ...node,
    name,
    args: (report) => [
      toolScript('vitest'),
      'run',
      ...args,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(run.since === undefined || isWhole ? [] : [`--changed=${run.since}`]),
      ...(run.slice ? [run.slice] : []),
    ],
    read: readVitestReport,
  })

/**
 * Runs Playwright, which takes the path of its report from the environment. Journeys do not import the product, so
 * `--changed` sees only changes of journeys and their steps.
 */
const runPlaywright = (run: TestRun, name: string, { environment, ...node }: NodeOptions) =>
  runTests(run, {
    ...node,
    name,
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(name, 'json') },
    args: () => [
      toolScript('playwright'),
      'test',
      '--reporter=list,json',
      '--pass-with-no-tests',
      ...(run.since === undefined ? [] : [`--only-changed=${run.since}`]),
      ...(run.slice ? [run.slice] : []),
    ],
    read: readPlaywrightReport,
  })

/** How a test project uses its PostgreSQL. */
interface ServerUse {
  /** The part of its files to run, such as `1/2`. */
  shard?: string
  /** Settings of a temporary server. */
  settings?: Record<string, string>
}

/** For tests without a server crash: waiting for the disk is most of a commit's time. */
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts a temporary PostgreSQL; undefined if this machine has none. */
async function temporaryPostgres(run: TestRun, settings: Record<string, string> | undefined) {
  const programs = provideServerPrograms(run.environment, say)
  if (!programs) return undefined
  return startPostgres(programs, run.environment, settings === undefined ? {} : { settings })
}

/** Runs `work` with a real PostgreSQL in its environment: TEST_DATABASE_URL's, or a temporary one. */
async function withPostgres(
  run: TestRun,
  settings: Record<string, string> | undefined,
  work: (environment: NodeJS.ProcessEnv) => Promise<StepResult>,
): Promise<StepResult> {
  if (run.environment['TEST_DATABASE_URL']) return work({})
  const server = await temporaryPostgres(run, settings)
  if (!server) {
    const reason = 'there is no PostgreSQL server on this machine'
    return inCi(run) ? { passed: 0, failed: 1, output: reason } : nothingRan(reason)
  }
  try {
    return await work({ TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

/** Runs the tests of a project on a real PostgreSQL. */
function runOnPostgres(
  run: TestRun,
  name: string,
  project: string,
  { shard, settings }: ServerUse = {},
): Promise<StepResult> {
  const args = ['--project', project, ...(shard === undefined ? [] : [`--shard=${shard}`])]
  return withPostgres(run, settings, (environment) => runVitest(run, name, { args, environment }))
}

/** Builds the web app. A partial run skips an up-to-date build; a whole run proves that the build works. */
function runWebBuild(run: TestRun): StepResult {
  if ((run.slice ?? run.step ?? run.since) && isWebBuilt(repositoryRoot))
    return { passed: 1, failed: 0, note: 'up to date' }
  const { ok, output } = buildWeb(repositoryRoot)
  if (ok) say(output)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
}

/** Creates the start data of the products once, so that several steps need not. */
async function makeStartedData(run: TestRun): Promise<StepResult> {
  // Compiled once without optimization: the embedded database lives for seconds.
  const { code, output } = await runNode(run, [
    '--liftoff-only',
    join('apps', 'api', 'src', 'testing', 'started-data.ts'),
  ])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
}

/** Runs a program that is a proof by itself. */
async function runProof(run: TestRun, name: string, program: string, environment: NodeJS.ProcessEnv = {}) {
  const { code, output } = await runNode(run, [program], { environment })
  const proofs = proofsIn(output)
  for (const proof of proofs) run.proofs.push({ ...proof, step: name })
  return { passed: proofs.length, failed: code === 0 ? 0 : 1, tests: proofs.length, output }
}

/** Runs Lighthouse on the built web app; installs its packages, which no other step needs. */
function runLighthouse(run: TestRun, name: string): Promise<StepResult> {
  installPackages(join(repositoryRoot, 'tools', 'lighthouse'))
  return runProof(run, name, join('bench', 'lighthouse.bench.ts'))
}

const plantFaults = (run: TestRun, name: string) =>
  withPostgres(run, notDurable, (environment) => runProof(run, name, join('tools', 'planted-faults.ts'), environment))

/**
 * The named steps of `npm test`, quick checks first. Steps in a list run in parallel: first those that prove a promise
 * in seconds, while the machine is quiet, then the longest.
 */
export function testSteps(run: TestRun): readonly (readonly Step[])[] {
  const web = join(repositoryRoot, 'apps', 'web')
  const journeys = join(repositoryRoot, 'e2e')
  const units = ['api', 'embedded', 'kills', 'load', 'servers', 'real-cards', 'tools'].flatMap((other) => [
    '--project',
    `!${other}`,
  ])
  const embedded = (project: string, sizes: NodeJS.ProcessEnv = {}) => ({
    args: ['--project', project],
    environment: { TEST_DATABASE_URL: undefined, ...sizes },
  })

  let browser: NodeJS.ProcessEnv | undefined
  const withBrowser = () => {
    browser ??= { CHROMIUM_PATH: provideChromium(run.environment, say) }
    return browser
  }

  const step = (name: string, perform: (name: string) => StepResult | Promise<StepResult>): Step => ({
    name,
    run: async () => perform(name),
  })

  /**
   * The card payment scenarios at the real provider, if there is a key; `npm run prove` at least rehearses them at the
   * sandbox.
   */
  const cardProviderSteps = () => {
    const realCards = { args: ['--project', 'real-cards'] }
    if (run.environment['STRIPE_TEST_KEY']) {
      return [step('real cards', (name) => runVitest(run, name, { ...realCards, environment: withBrowser() }))]
    }
    const rehearsal = { ...realCards, environment: { STRIPE_TEST_KEY: 'sk_test_sandbox' } }
    return run.prove ? [step('real cards, rehearsed', (name) => runVitest(run, name, rehearsal))] : []
  }

  /**
   * Two halves, each with its own product, sandbox and database: a single chain of calls leaves a core half idle, and
   * this is the longest step. A partial run is not split.
   */
  const shards = run.slice === undefined && run.since === undefined ? ['1/2', '2/2'] : [undefined]
  const apiSteps = shards.map((shard) =>
    step(shard === undefined ? 'API, PostgreSQL' : `API, PostgreSQL ${shard}`, (name) =>
      runOnPostgres(run, name, 'api', { settings: notDurable, ...(shard !== undefined && { shard }) }),
    ),
  )

  /** All journeys; those of a missing engine count as skipped, and fail in CI. */
  const runJourneys = async (name: string): Promise<StepResult> => {
    const needsEngines = run.slice === undefined || 'engines.spec'.includes(run.slice)
    const missing = needsEngines ? provideEngines(run.environment, say) : []
    // The embedded database would take a third of the run; it serves the journeys of a proof, or where there is no server.
    const server = run.prove ? undefined : await temporaryPostgres(run, notDurable)
    const environment = {
      ...withBrowser(),
      ...(server && { DATABASE_URL: server.url }),
      ...(missing.length > 0 && !inCi(run) && { MISSING_ENGINES: missing.join('|') }),
    }
    const result = await runPlaywright(run, name, { cwd: journeys, environment }).finally(() => server?.stop())
    return missing.length === 0
      ? result
      : { ...result, skipped: (result.skipped ?? 0) + missing.length, note: `not in ${missing.join(' and ')}` }
  }

  /** Alone and on a durable disk in `npm run prove`, which compares its times; the short run does not. */
  const load = step('load, PostgreSQL', (name) =>
    runOnPostgres(run, name, 'load', run.prove ? {} : { settings: notDurable }),
  )

  const needed = ['web build', 'data of a first start']
  const isChosen = ({ name }: Step) => run.step === undefined || needed.includes(name) || name.includes(run.step)
  const steps: readonly (Step | readonly Step[])[] = [
    [
      check(run, 'types', ['tsc', '-b']),
      // Unused code is deleted (DEV-04); the second knip ignores tests and stories, which must not keep code alive.
      check(run, 'lint', ['oxlint', '--deny-warnings'], ['knip'], ['knip', '--production', '--include', 'files']),
      check(run, 'format', ['biome', 'format']),
      step('web build', () => runWebBuild(run)),
      step('units', (name) => runVitest(run, name, { args: units })),
      step('data of a first start', () => makeStartedData(run)),
    ],
    [
      step('API, failing servers', (name) => runOnPostgres(run, name, 'servers')),
      ...(run.prove ? [] : [load]),
      ...apiSteps,
      step('journeys', async (name) => {
        if (!holdsFile(journeys, '.spec.ts')) return nothingRan('there is no journey yet')
        return runJourneys(name)
      }),
      // In a proof all tests at their short sizes: 2,000 random histories alone take hours on it, and PostgreSQL has them.
      step('API, embedded database', (name) =>
        runVitest(run, name, run.prove ? embedded('api', { PROVE: undefined }) : embedded('embedded')),
      ),
      step('stories', (name) =>
        holdsFile(join(web, 'src'), '.stories.tsx')
          ? runVitest(run, name, { cwd: web, environment: withBrowser() })
          : nothingRan('there is no story yet'),
      ),
      step('API, kills', (name) => runVitest(run, name, embedded('kills'))),
      step('scripts', (name) => runVitest(run, name, { args: ['--project', 'tools'], isWhole: true })),
    ],
    ...(run.prove ? [load] : []),
    ...cardProviderSteps(),
    ...(run.prove && 'lighthouse'.includes(run.slice ?? '')
      ? [step('Lighthouse', (name) => runLighthouse(run, name))]
      : []),
    ...(run.prove && 'planted-faults'.includes(run.slice ?? '')
      ? [step('planted faults', (name) => plantFaults(run, name))]
      : []),
  ]
  return steps.map((parallel) => [parallel].flat().filter(isChosen))
}
