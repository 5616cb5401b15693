/**
 * `npm test`: every proof at a small size; `npm test -- orders`: one slice; `npm test -- --changed`: what the changes
 * since main can reach; `npm run prove`: every proof at full size. `npm run prove -- --step=load`: the steps with this
 * word in their name. Each step at full size writes its part of docs/proofs.md as it ends, so that an interrupted run
 * keeps the others.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { proofsDocument, proofsTable } from './proofs.ts'
import { type FinishedStep, runSteps } from './steps.ts'
import { type TestRun, testSteps } from './test-steps.ts'

const stepOption = '--step='

/** Reads the command line. */
function readArguments(words: readonly string[]) {
  const prove = words.includes('--prove')
  const changed = words.includes('--changed')
  const step = words.find((word) => word.startsWith(stepOption))?.slice(stepOption.length)
  const [slice, ...more] = words.filter((word) => !['--prove', '--changed', `${stepOption}${step}`].includes(word))
  if (more.length > 0 || slice?.startsWith('-')) {
    throw new Refusal(
      'npm test takes one word at most, the slice to test (npm test -- orders), or --changed, or a step (--step=load).',
    )
  }
  return { prove, slice, step, ...(changed && { since: branchPoint() }) }
}

/** The commit at which this branch left main; on main its last commit. */
function branchPoint(): string {
  try {
    return execFileSync('git', ['merge-base', 'main', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim()
  } catch {
    throw new Refusal('npm test -- --changed compares with main: run it in a checkout that has the branch main.')
  }
}

await runCommand(async () => {
  const { prove, slice, step, since } = readArguments(process.argv.slice(2))
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

  const run: TestRun = {
    // The tests ignore the developer's settings file.
    environment: { ENV_FILE: 'none', ...process.env, ...(prove && { PROVE: '1' }) },
    slice,
    step,
    since,
    prove,
    signal: stop.signal,
    proofs: [],
  }
  const record = (ended: FinishedStep) => {
    if (!prove || slice || since || stop.signal.aborted || ended.tests === undefined) return
    const file = join(repositoryRoot, 'docs', 'proofs.md')
    const proofs = run.proofs.filter((proof) => proof.step === ended.name)
    writeFileSync(file, proofsDocument(readFileSync(file, 'utf8'), new Date(), ended, proofs))
  }
  const exitCode = await runSteps(testSteps(run), {
    say: (line) => say(`${line}\n`),
    onEnd: record,
    signal: stop.signal,
  })
  if (prove) say(`\n${proofsTable(run.proofs)}\n`)
  return exitCode
})
