/**
 * DEV-06, a step of `npm run prove`: plants small faults in rules and ledger, one at a time, and expects a test to fail for
 * each. No file is changed: Vite loads the faulty text. `node tools/planted-faults.ts WORD` takes files whose path holds the
 * word; faults of the ledger need TEST_DATABASE_URL.
 *
 * Not Stryker: it runs every test for a fault in a table that a module makes when it loads, as most of our rules are, and it
 * rewrites the files of the repository.
 */
import { fork } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { type Fault, faultsIn, someFaults } from './planted-faults/faults.ts'
import { faultsWithoutEffect } from './planted-faults/faults-without-effect.ts'
import type { FaultNews, FaultRun } from './planted-faults/run-faults.ts'

const seed = '35'
const most = 300
/** Only faults of files whose path holds this word. */
const [word = ''] = process.argv.slice(2)

const isCode = (file: string) => !/\.test\.ts$|\/testing\//.test(file) && file.includes(word)
const rules = globSync('packages/domain/src/**/*.ts', { cwd: repositoryRoot }).filter(isCode)
const payments = 'apps/api/src/payments'
const ledger = globSync(`${payments}/{ledger,settle,refund,dispute,tip}/*.ts`, { cwd: repositoryRoot }).filter(isCode)

const units: Omit<FaultRun, 'faults'> = {
  include: [
    'packages/*/src/**/*.test.ts',
    'apps/{web,desk}/src/**/*.test.ts',
    'apps/api/src/{conversations,orders,outbox,scenarios,uploads}/**/*.test.ts',
  ],
  exclude: ['**/*.{api,server,load,browser}.test.ts'],
  globalSetup: [],
}
const withProduct: Omit<FaultRun, 'faults'> = {
  include: ['apps/api/src/**/*.api.test.ts'],
  exclude: ['**/*kills.api.test.ts'],
  globalSetup: ['apps/api/src/testing/global-setup.ts'],
}

/** Of some files of the ledger other tests are nearer than those of their folder. */
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
  ['payments/', 'discounts/coupon-payments', 'referrals/', 'subscriptions/'],
]

const hasNoEffect = (fault: Fault) =>
  faultsWithoutEffect.some(
    ({ file, code, was, becomes }) =>
      file === fault.file && code === fault.code && was === fault.was && becomes === fault.becomes,
  )

/** A fault of the code that makes a test run for ever is seen, after this time. */
const hangMs = 60 * 60_000

/** Runs the tests for each fault; a child that hangs is ended, and another one continues. */
async function run(
  what: Omit<FaultRun, 'faults'>,
  faults: FaultRun['faults'],
  see: (fault: Fault, by: string | null) => void,
) {
  let next = 0
  while (next < faults.length) {
    const first = next
    const child = fork(join(repositoryRoot, 'tools', 'planted-faults', 'run-faults.ts'), {
      cwd: repositoryRoot,
      env: { ...process.env, PROVE: undefined },
    })
    child.send({ ...what, faults: faults.slice(first) } satisfies FaultRun)
    let limit = setTimeout(() => child.kill('SIGKILL'), hangMs)
    let isSound = false
    child.on('message', (news: FaultNews) => {
      clearTimeout(limit)
      limit = setTimeout(() => child.kill('SIGKILL'), hangMs)
      if ('failed' in news) {
        if (news.failed !== null) throw new Error(`Without a fault ${news.failed} fails.`)
        isSound = true
        return
      }
      see(faults[first + news.fault] as Fault, news.seenBy)
      next = first + news.fault + 1
    })
    await new Promise((resolve) => child.once('exit', resolve))
    clearTimeout(limit)
    if (!isSound) throw new Error('The tests did not run without a fault.')
    if (next < faults.length) {
      see(faults[next] as Fault, 'a test that ran for ever')
      next += 1
    }
  }
}

await runCommand(async () => {
  const faultsOf = (files: readonly string[]) =>
    files.flatMap((file) => faultsIn(file, readFileSync(join(repositoryRoot, file), 'utf8')))
  const all = faultsOf([...rules, ...ledger])
  const chosen = someFaults(all, { most, seed })
  const faults = chosen.filter((fault) => !hasNoEffect(fault))
  const survivors: Fault[] = []
  const see = (fault: Fault, seenBy: string | null) => {
    const line = `${fault.file}:${fault.line}  ${fault.was} → ${fault.becomes || 'nothing'}  in  ${fault.code}`
    if (seenBy === null) survivors.push(fault)
    say(
      `${new Date().toISOString().slice(11, 19)} ${seenBy === null ? 'NOT SEEN' : 'seen'}  ${line}${seenBy === null ? '' : `  by ${seenBy}`}\n`,
    )
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
