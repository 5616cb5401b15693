/**
 * `npm test`: every proof at a small size; `npm test -- orders`: one slice; `npm run prove`: every proof at full size,
 * whose table it prints; that of a whole run stands in docs/proofs.md.
 */
import { writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { proofsDocument, proofsTable } from './proofs.mjs'
import { Refusal, runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { runSteps } from './steps.mjs'
import { testSteps } from './test-steps.mjs'

/**
 * What the command line asks for.
 *
 * @param {readonly string[]} words
 */
function readArguments(words) {
  const prove = words.includes('--prove')
  const [slice, ...more] = words.filter((word) => word !== '--prove')
  if (more.length > 0 || slice?.startsWith('-')) {
    throw new Refusal('npm test takes one word at most, the slice to test: npm test -- orders.')
  }
  return { prove, slice }
}

await runCommand(async () => {
  refuseOldNode(process.version)
  const { prove, slice } = readArguments(process.argv.slice(2))
  const say = (/** @type {string} */ text) => process.stdout.write(text)
  installPackages(repositoryRoot, say)
  const node = findNode24(repositoryRoot)

  const stop = new AbortController()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop.abort())

  /** @type {import('./test-steps.mjs').TestRun} */
  const run = {
    root: repositoryRoot,
    node,
    environment: { ...childEnvironment(repositoryRoot, node, process.env), ...(prove && { PROVE: '1' }) },
    slice,
    prove,
    signal: stop.signal,
    say,
    proofs: [],
  }
  const { exitCode, steps } = await runSteps(testSteps(run), {
    say: (line) => say(`${line}\n`),
    signal: stop.signal,
  })
  if (prove) say(`\n${proofsTable(run.proofs)}\n`)
  if (prove && !slice && !stop.signal.aborted) {
    const nodeVersion = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()
    const proven = { root: repositoryRoot, at: new Date(), nodeVersion, steps, proofs: run.proofs }
    writeFileSync(join(repositoryRoot, 'docs', 'proofs.md'), proofsDocument(proven))
  }
  return exitCode
})
