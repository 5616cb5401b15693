import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { say } from '../tools/bootstrap.mjs'
import { provideServerPrograms, startPostgres } from '../tools/postgres.ts'
import { barePaths, type ProcessUsage } from './bare-server.ts'
import { sender } from './load.ts'

/** The input of the measured process (in BENCH_SERVER, as JSON). */
export interface ServerSettings {
  /** A temporary folder. */
  temporary: string
  /** The number of clients with an order to change. */
  writers: number
  /** The number of orders of other clients. */
  otherOrders: number
  /** How many of them are in progress; by default a small company's number. */
  openOrders?: number
  /** The length of each writer's conversation, and other clients' messages with the number of waiting conversations. */
  conversations?: { threads: readonly number[]; messages: number; waiting: number }
}

/** A signed-in client, with one of their orders. */
export interface BenchClient {
  clientId: string
  orderId: string
  orderNumber: string
  token: string
}

/** The measured process's message once it accepts calls. */
export interface Ready {
  port: number
  barePort: number
  /** The bearer token for calls of operations. */
  operationsToken: string
  /** A client with more orders than one page of the list. */
  reader: BenchClient
  /** The path of a texted link that signs the reader in and leads to the cabinet. */
  textedLink: string
  /** The token of the seeded client who has orders in every state (SBX-04). */
  seededToken: string
  writers: BenchClient[]
  /** The desk's origin, and the token of a clerk's session there. */
  desk: { origin: string; token: string }
}

/** A database engine; `newDatabase` returns the environment of a process that uses it. */
export interface Engine {
  name: 'embedded' | 'PostgreSQL'
  newDatabase(): Promise<Record<string, string>>
}

/** The embedded database, which every machine has. */
export const embeddedEngine: Engine = { name: 'embedded', newDatabase: async () => ({ DATABASE_URL: '' }) }

/** The measured process. */
export interface MeasuredServer extends Ready {
  spent(): Promise<ProcessUsage>
  stop(): Promise<void>
}

/** Runs `work` for each engine of this machine: the embedded one, and PostgreSQL if available. */
export async function withEngines(work: (engine: Engine) => Promise<void>): Promise<void> {
  await work(embeddedEngine)
  await withPostgres(work)
}

/** Runs `work` on a PostgreSQL server if available. */
export async function withPostgres(work: (engine: Engine) => Promise<void>): Promise<void> {
  const programs = provideServerPrograms(process.env, say)
  if (programs === undefined) {
    console.log('  This machine has no PostgreSQL server, so its measurements are skipped.')
    return
  }
  const server = await startPostgres(programs, process.env)
  let databases = 0
  try {
    await work({
      name: 'PostgreSQL',
      async newDatabase() {
        databases += 1
        const admin = new pg.Client({ connectionString: server.url })
        await admin.connect()
        await admin.query(`create database bench_${databases}`)
        await admin.end()
        const address = new URL(server.url)
        address.pathname = `/bench_${databases}`
        return { DATABASE_URL: address.href }
      },
    })
  } finally {
    await server.stop()
  }
}

/** Starts the measured process on a new database of the engine; discards its log. */
export async function startMeasuredServer(
  engine: Engine,
  settings: Omit<ServerSettings, 'temporary'>,
): Promise<MeasuredServer> {
  const temporary = mkdtempSync(join(tmpdir(), 'nerdify-bench-'))
  const { BENCH_PROFILE: profiles } = process.env
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: {
      ...process.env,
      ...(await engine.newDatabase()),
      BENCH_SERVER: JSON.stringify({ ...settings, temporary } satisfies ServerSettings),
    },
    execArgv: profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    void ended.then(() => reject(new Error('The measured process ended too early.')))
  })
  const bare = sender(ready.barePort)
  return {
    ...ready,
    spent: async () => JSON.parse(await bare.send({ method: 'GET', path: barePaths.spent })) as ProcessUsage,
    async stop() {
      bare.close()
      child.disconnect()
      await ended
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
