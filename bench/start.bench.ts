/** Measures the time from the product's start to its first answer, and its memory then. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { freePort } from '../tools/ports.ts'
import { type Engine, withEngines } from './measured-server.ts'
import { addRow, medianOf, shown } from './rows.ts'

const rounds = 3

/** Starts the product, requests the prices until it answers, and stops it. */
async function start(environment: Record<string, string>): Promise<{ seconds: number; mebibytes: number }> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../apps/api/src/main.ts')], {
    env: { ...process.env, ...environment, PORT: String(port), FILES_PORT: String(await freePort()), DESK: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error('The product ended at its start.')
      const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.pricing()}`).catch(() => undefined)
      if (answer?.ok) break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const seconds = (performance.now() - begun) / 1000
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
    return { seconds, mebibytes: Number(resident) / 1024 }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function measure(engine: Engine): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'nerdify-bench-start-'))
  try {
    const environment = { ...(await engine.newDatabase()), DATA_DIR: join(temporary, 'data') }
    // The first start creates the database and the sandbox's first data.
    await start(environment)
    const starts: { seconds: number; mebibytes: number }[] = []
    for (let round = 0; round < rounds; round += 1) starts.push(await start(environment))
    const seconds = medianOf(starts.map((each) => each.seconds))
    const mebibytes = medianOf(starts.map((each) => each.mebibytes))
    addRow({
      what: `${engine.name}: start to first answer`,
      measured: shown(seconds, 's', 2),
      value: seconds.median,
      budget: { most: 4, unit: 's' },
    })
    addRow({
      what: `${engine.name}: resident memory after it`,
      measured: shown(mebibytes, 'MiB'),
      ...(engine.name === 'PostgreSQL' ? { value: mebibytes.median, budget: { most: 200, unit: 'MiB' } } : {}),
    })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

if (process.platform === 'linux') await withEngines(measure)
else console.log('  Memory is read from /proc, so this is measured on Linux alone.')
