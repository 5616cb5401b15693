/**
 * `npm run bench`: runs each measurement of bench/ in sequence, prints the table of budgets and writes
 * docs/benchmarks.md. A word runs only the measurements whose name contains it, and writes nothing; `--full` uses the
 * full sizes; `--check` fails over a budget. Otherwise only a fault of a measurement fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installPackages, repositoryRoot, runCommand, say } from './bootstrap.mjs'
import { runLine, table } from './table.ts'
import { ensureWebBuilt } from './web-build.ts'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { full: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  ensureWebBuilt(repositoryRoot, say)

  const rowsFile = join(repositoryRoot, '.cache', 'bench-rows.jsonl')
  mkdirSync(join(repositoryRoot, '.cache'), { recursive: true })
  rmSync(rowsFile, { force: true })
  const isWhole = positionals.length === 0
  const measurements = readdirSync(join(repositoryRoot, 'bench')).filter(
    (file) => file.endsWith('.bench.ts') && (isWhole || positionals.some((word) => file.includes(word))),
  )
  const failed = measurements.filter((file) => {
    say(`${file}\n`)
    if (file.startsWith('lighthouse')) installPackages(join(repositoryRoot, 'tools', 'lighthouse'))
    const run = spawnSync(process.execPath, [join('bench', file)], {
      cwd: repositoryRoot,
      env: { ...process.env, BENCH_ROWS: rowsFile, BENCH_FULL: values.full ? '1' : '0' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return run.status !== 0
  })

  const rows: { what: string; budget?: string; met?: boolean; measured: string }[] = existsSync(rowsFile)
    ? readFileSync(rowsFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  const cells = rows.map(({ what, budget = '', met, measured }) => [
    what,
    budget,
    met === undefined ? '' : met ? 'yes' : '**no**',
    measured,
  ])
  const all = table([['what', 'budget', 'met?', 'measured'], ...cells])
  say(`\n${all}\n`)
  if (failed.length === 0 && isWhole) {
    writeFileSync(
      join(repositoryRoot, 'docs', 'benchmarks.md'),
      `# Benchmarks

What \`npm run bench${values.full ? ' -- --full' : ''}\` measured; the command writes this file. A ratio is taken within each round, in which both
sides run one after the other on the same data; this table shows the round in the middle, with the least and the most
in brackets. What the rows measure is in [performance.md](performance.md).

${runLine(new Date())}

${all}
`,
    )
  }
  for (const file of failed) console.error(`bench/${file} failed.`)
  const over = rows.filter(({ met }) => met === false)
  if (over.length > 0) say(`\n${over.length} of ${rows.length} lines are over their budget.\n`)
  return failed.length > 0 || (values.check && over.length > 0) ? 1 : 0
})
