/**
 * DEV-06, a step of `npm run prove`: plants small faults in rules and ledger, one at a time, and expects a test to fail
 * for each. No file is changed: Vite loads the faulty text. `node tools/planted-faults.ts WORD` selects files whose
 * path contains the word; faults of the ledger need TEST_DATABASE_URL.
 *
 * Not Stryker: for a fault in a table built at module load, as most of our rules are, it runs every test, and it
 * rewrites the files of the repository.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { type Fault, faultsIn, sampleFaults } from './planted-faults/faults.ts'
import { faultsWithoutEffect } from './planted-faults/faults-without-effect.ts'
import type { FaultNews, FaultRun } from './planted-faults/run-faults.ts'

const seed = '35'
const most = 300
/** Only faults of files whose path contains this word. */
const [word = ''] = process.argv.slice(2)

const isCode = (file: string) => !/\.test\.ts$|\/testing\//.test(file) && file.includes(word)
const rules = globSync('packages/domain/src/**/*.ts', { cwd: repositoryRoot }).filter(isCode)
const payments = 'apps/api/src/payments'
const ledger = globSync(`${payments}/{ledger,settle,refund,dispute,tip}/*.ts`, { cwd: repositoryRoot }).filter(isCode)

/** `patience`: the time limit of a fault, as a multiple of the first run's time without a fault. */
const units: Omit<FaultRun, 'faults'> & { patience: number } = {
  patience: 2,
  include: [
    'packages/*/src/**/*.test.ts',
    'apps/{web,desk}/src/**/*.test.ts',
    'apps/api/src/{conversations,orders,outbox,scenarios,uploads}/**/*.test.ts',
  ],
  exclude: ['**/*.{api,server,load,browser}.test.ts'],
  globalSetup: [],
}
const withProduct: typeof units = {
  patience: 20,
  include: ['apps/api/src/**/*.api.test.ts'],
  exclude: ['**/*kills.api.test.ts'],
  globalSetup: ['apps/api/src/testing/global-setup.ts'],
}

/** For some files of the ledger, tests of other folders are closer than their folder's own. */
const nearTests: Readonly<Record<string, readonly string[]>> = {
  'plan-money.ts': ['subscriptions/subscriptions', 'subscriptions/months'],
  'referral-bonus.ts': ['referrals/'],
}
const testsOfLedger = (file: string) => [
  [...(nearTests[basename(file)] ?? [`${dirname(file)}/`])],
  [
    ...['dispute/', 'ledger/', 'refund/', 'settle/', 'tip/', 'payments', 'later'].map((name) => `${payments}/${name}`),
    'books/',
  ],
  ['payments/', 'discounts/coupon-payments', 'referrals/', 'subscriptions/', 'staff/clerk-limit', 'clients/clients'],
]

const hasNoEffect = (fault: Fault) =>
  faultsWithoutEffect.some(
    ({ file, code, was, becomes }) =>
      file === fault.file && code === fault.code && was === fault.was && becomes === fault.becomes,
  )

/** Runs the tests for each fault; a child that hangs is killed, and another one continues. */
async function run(
  { patience, ...what }: typeof units,
  faults: FaultRun['faults'],
  see: (fault: Fault, by: string | null) => void,
) {
  for (let next = 0; next < faults.length; ) {
    const first = next
    const child = fork(join(repositoryRoot, 'tools', 'planted-faults', 'run-faults.ts'), {
      cwd: repositoryRoot,
      env: { ...process.env, PROVE: undefined },
    })
    const begun = performance.now()
    let failure: string | null = 'The tests did not run without a fault.'
    let limitMs = 0
    let limit: NodeJS.Timeout | undefined
    child.on('message', (news: FaultNews) => {
      if ('failed' in news) {
        failure = news.failed && `Without a fault ${news.failed} fails.`
        limitMs = patience * (performance.now() - begun)
      } else {
        next = first + news.fault + 1
        see(faults[next - 1] as Fault, news.seenBy)
      }
      clearTimeout(limit)
      limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
    })
    child.send({ ...what, faults: faults.slice(first) } satisfies FaultRun)
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    clearTimeout(limit)
    if (failure !== null) throw new Error(failure)
    if (next === faults.length) break
    if (signal === 'SIGKILL') {
      see(faults[next] as Fault, 'a test that runs for ever')
      next += 1
    } else throw new Error(`The tests ended with ${code ?? signal}.`)
  }
}

await runCommand(async () => {
  const faultsOf = (files: readonly string[]) =>
    files.flatMap((file) => faultsIn(file, readFileSync(join(repositoryRoot, file), 'utf8')))
  const all = faultsOf([...rules, ...ledger])
  const chosen = sampleFaults(all, { most, seed })
  const faults = chosen.filter((fault) => !hasNoEffect(fault))
  const survivors: Fault[] = []
  const see = (fault: Fault, seenBy: string | null) => {
    const line = `${fault.file}:${fault.line}  ${fault.was} → ${fault.becomes || 'nothing'}  in  ${fault.code}`
    if (seenBy === null) survivors.push(fault)
    const result = seenBy === null ? `NOT SEEN  ${line}` : `seen  ${line}  by ${seenBy}`
    say(`${new Date().toISOString().slice(11, 19)} ${result}\n`)
  }
  await run(
    units,
    faults.filter(({ file }) => rules.includes(file)),
    see,
  )
  const inLedger = faults.filter(({ file }) => ledger.includes(file))
  await run(
    withProduct,
    inLedger.map((fault) => ({ ...fault, groups: testsOfLedger(fault.file) })),
    see,
  )
  const proof = {
    name: 'planted faults in rules and ledger',
    requirement: 'DEV-06',
    runs: chosen.length,
    outcome: `${faults.length - survivors.length} seen, ${chosen.length - faults.length} without an effect, ${survivors.length} not seen`,
  }
  say(`PROOF ${JSON.stringify(proof)}\n`)
  return survivors.length > 0 ? 1 : 0
})
