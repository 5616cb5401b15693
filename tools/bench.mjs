/**
 * `npm run bench`: runs each measurement of bench/, one after the other, shows one table and writes docs/benchmarks.md.
 * A word runs only the measurements whose name holds it, and writes nothing; `--full` takes the full sizes; `--check`
 * fails when a budget is not met. Without it only a fault of a measurement fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchmarksDocument, overBudget, rowsIn, terminalTable } from './bench-table.mjs'
import { childEnvironment } from './child-environment.mjs'
import { installPackages } from './install.mjs'
import { findNode24, refuseOldNode } from './node24.mjs'
import { runCommand } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { ensureWebBuilt } from './web-build.mjs'

/** @param {string} text */
const say = (text) => process.stdout.write(text)

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { full: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  refuseOldNode(process.version)
  installPackages(repositoryRoot, say)
  const node = findNode24(repositoryRoot)
  ensureWebBuilt(repositoryRoot, node, say)

  const rowsFile = join(repositoryRoot, '.cache', 'bench-rows.jsonl')
  mkdirSync(join(repositoryRoot, '.cache'), { recursive: true })
  rmSync(rowsFile, { force: true })
  const measurements = readdirSync(join(repositoryRoot, 'bench')).filter(
    (file) =>
      file.endsWith('.bench.ts') && (positionals.length === 0 || positionals.some((word) => file.includes(word))),
  )
  const failed = measurements.filter((file) => {
    say(`${file}\n`)
    const run = spawnSync(node, [join('bench', file)], {
      cwd: repositoryRoot,
      env: {
        ...childEnvironment(repositoryRoot, node, process.env),
        BENCH_ROWS: rowsFile,
        BENCH_FULL: values.full ? '1' : '0',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return run.status !== 0
  })

  const rows = existsSync(rowsFile) ? rowsIn(readFileSync(rowsFile, 'utf8')) : []
  say(`\n${terminalTable(rows)}\n`)
  if (failed.length === 0 && positionals.length === 0) {
    const nodeVersion = spawnSync(node, ['-p', 'process.version'], { encoding: 'utf8' }).stdout.trim()
    writeFileSync(
      join(repositoryRoot, 'docs', 'benchmarks.md'),
      benchmarksDocument({ at: new Date(), nodeVersion, full: values.full, rows }),
    )
  }
  for (const file of failed) console.error(`bench/${file} failed.`)
  const over = overBudget(rows)
  if (over.length > 0) say(`\n${over.length} of ${rows.length} lines are over their budget.\n`)
  return failed.length > 0 || (values.check && over.length > 0) ? 1 : 0
})
