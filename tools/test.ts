/**
 * `npm test`: every proof at a small size; `npm test -- orders`: one slice; `npm test -- --changed`: what the changes
 * since main can reach; `npm run prove`: every proof at full size; prints a table, and a whole run writes
 * docs/proofs.md.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { proofsDocument, proofsTable } from './proofs.ts'
import { runSteps } from './steps.ts'
import { type TestRun, testSteps } from './test-steps.ts'

/** Reads the command line. */
function readArguments(words: readonly string[]) {
  const prove = words.includes('--prove')
  const changed = words.includes('--changed')
  const [slice, ...more] = words.filter((word) => word !== '--prove' && word !== '--changed')
  if (more.length > 0 || slice?.startsWith('-')) {
    throw new Refusal('npm test takes one word at most, the slice to test (npm test -- orders), or --changed.')
  }
  return { prove, slice, ...(changed && { since: branchPoint() }) }
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
  const { prove, slice, since } = readArguments(process.argv.slice(2))
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

  const run: TestRun = {
    // The tests ignore the developer's settings file.
    environment: { ENV_FILE: 'none', ...process.env, ...(prove && { PROVE: '1' }) },
    slice,
    since,
    prove,
    signal: stop.signal,
    proofs: [],
  }
  const { exitCode, steps } = await runSteps(testSteps(run), {
    say: (line) => say(`${line}\n`),
    signal: stop.signal,
  })
  if (prove) say(`\n${proofsTable(run.proofs)}\n`)
  if (prove && !slice && !stop.signal.aborted) {
    writeFileSync(join(repositoryRoot, 'docs', 'proofs.md'), proofsDocument(new Date(), steps, run.proofs))
  }
  return exitCode
})
