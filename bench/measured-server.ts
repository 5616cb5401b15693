import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { provideServerPrograms, startPostgres } from '../tools/postgres.mjs'
import type { FromServer, ServerSettings, ToServer } from './server-messages.ts'

/** An engine that the product can run on; `newDatabase` answers what goes into the environment of a process. */
export interface Engine {
  name: 'embedded' | 'PostgreSQL'
  newDatabase(): Promise<Record<string, string>>
}

/** The embedded database, which every machine has. */
export const embeddedEngine: Engine = { name: 'embedded', newDatabase: async () => ({ DATABASE_URL: '' }) }

type Ready = Extract<FromServer, { kind: 'ready' }>

/** The measured process. */
export interface MeasuredServer extends Omit<Ready, 'kind'> {
  /** The statements that went to the engine while `work` ran, whoever sent them. */
  statementsOf(work: () => Promise<void>): Promise<string[]>
  stop(): Promise<void>
}

/** Runs `work` for each engine that this machine has: the embedded one, and PostgreSQL where it can be had. */
export async function withEngines(work: (engine: Engine) => Promise<void>): Promise<void> {
  await work(embeddedEngine)
  const programs = provideServerPrograms(process.env, (text: string) => process.stdout.write(text))
  if (programs === undefined) {
    console.log('  There is no PostgreSQL server on this machine; what needs one is left out.')
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

/** Starts the measured process on a new database of the engine; its log goes nowhere, but is written. */
export async function startMeasuredServer(
  engine: Engine,
  settings: Omit<ServerSettings, 'temporary'>,
): Promise<MeasuredServer> {
  const temporary = mkdtempSync(join(tmpdir(), 'nerdify-bench-'))
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: {
      ...process.env,
      ...(await engine.newDatabase()),
      BENCH_SERVER: JSON.stringify({ ...settings, temporary } satisfies ServerSettings),
    },
    execArgv:
      process.env.BENCH_PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const next = <Kind extends FromServer['kind']>(kind: Kind) =>
    new Promise<Extract<FromServer, { kind: Kind }>>((resolve, reject) => {
      const listen = (message: FromServer) => {
        if (message.kind !== kind) return
        child.off('message', listen)
        resolve(message as Extract<FromServer, { kind: Kind }>)
      }
      child.on('message', listen)
      void ended.then(() => reject(new Error('The measured process ended too early.')))
    })
  const tell = (message: ToServer) => child.send(message)
  const ready = await next('ready')
  return {
    ...ready,
    async statementsOf(work) {
      tell('count')
      await next('counting')
      await work()
      tell('counted')
      return (await next('counted')).statements
    },
    async stop() {
      tell('stop')
      await ended
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
