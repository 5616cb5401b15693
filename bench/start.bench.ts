/** How long the product takes from its start to its first answer, and how much memory it then has. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { freePort } from '../tools/ports.mjs'
import { type Engine, withEngines } from './measured-server.ts'
import { type Measured, middleOf } from './rounds.ts'
import { addRow, verdict } from './rows.ts'

const rounds = 3
const clockTicksPerSecond = 100

interface Start {
  seconds: number
  cpuSeconds: number
  residentMebibytes: number
}

/** Starts the product and asks it for the prices until it answers; then ends it. */
async function start(environment: Record<string, string>): Promise<Start> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../apps/api/src/main.ts')], {
    env: { ...process.env, ...environment, PORT: String(port), FILES_PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let alive = true
  void ended.then(() => {
    alive = false
  })
  try {
    for (;;) {
      if (!alive) throw new Error('The product ended at its start.')
      const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.pricing()}`).catch(() => undefined)
      if (answer?.ok) break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return { seconds: (performance.now() - begun) / 1000, ...usageOf(child.pid as number) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** What Linux says about a process: user and system time, and resident memory. */
function usageOf(processId: number): Omit<Start, 'seconds'> {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
  // The name in brackets may hold anything; the fields behind it count from the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]
  return { cpuSeconds, residentMebibytes: Number(resident) / 1024 }
}

const shown = ({ median, least, most }: Measured, unit: string, digits: number) =>
  `${median.toFixed(digits)} ${unit} (${least.toFixed(digits)}–${most.toFixed(digits)})`

async function measure(engine: Engine): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'nerdify-bench-start-'))
  try {
    const environment = { ...(await engine.newDatabase()), DATA_DIR: join(temporary, 'data') }
    // The first start makes the database and what the sandbox begins with.
    const first = await start(environment)
    const starts: Start[] = []
    for (let round = 0; round < rounds; round += 1) starts.push(await start(environment))
    const seconds = middleOf(starts.map((one) => one.seconds))
    const cpu = middleOf(starts.map((one) => one.cpuSeconds))
    const resident = middleOf(starts.map((one) => one.residentMebibytes))
    const embedded = engine.name === 'embedded'
    addRow({
      what: `${engine.name}: the first start of all, which makes the database and its 1,003 orders`,
      measured: shown(middleOf([first.seconds]), 's', 1),
    })
    addRow({
      what: `${engine.name}: start to first answer`,
      ...(embedded ? { budget: '4 s', aim: '2 s', met: verdict(seconds.median, { budget: 4, aim: 2 }) } : {}),
      measured: shown(seconds, 's', 2),
    })
    addRow({
      what: `${engine.name}: CPU from start to first answer`,
      ...(embedded ? {} : { budget: '1 s', aim: '0.6 s', met: verdict(cpu.median, { budget: 1, aim: 0.6 }) }),
      measured: shown(cpu, 's', 2),
    })
    addRow({
      what: `${engine.name}: resident memory after it`,
      ...(embedded ? {} : { budget: '150 MiB', met: resident.median <= 150 ? 'budget' : 'no' }),
      measured: shown(resident, 'MiB', 0),
    })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

if (process.platform === 'linux') await withEngines(measure)
else console.log('  CPU time and memory are read from /proc, so this is measured on Linux alone.')
