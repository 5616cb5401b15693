import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectEmbedded, connectServer } from '../database/connect.ts'
import type { Queries } from '../database/tables.ts'
import { freePort, type StartedProcess, startProcess, startSandbox } from './sandbox-process.ts'
import { copiedDataDir } from './started-data.ts'

/** The product as a process of its own, which may be killed and started again on its data. */
export interface ProductProcess {
  url: string
  /** Where its bucket listens. */
  filesUrl: string
  /** Where its outside world listens; that lives on while the product is dead. */
  sandboxUrl: string
  /** What operations sign their calls with. */
  operationsToken: string
  /** Where its database and its bucket are. */
  dataDir: string
  /** Memory that it holds, in bytes. */
  memory(): number
  /** Kills it as a power cut would and waits for its end; then nothing answers at `url`. */
  kill(): Promise<void>
  /** Starts it again after a kill; resolves once it listens. */
  startAgain(): Promise<void>
  /** Opens the data of a killed product; resolves once they are closed again. */
  whileDead<Found>(work: (queries: Queries) => Promise<Found>): Promise<Found>
  /** Ends it in order, and has its data read while nobody changes them; it stays ended. */
  readData<Found>(read: (queries: Queries) => Promise<Found>): Promise<Found>
}

/** Memory that a process holds. Linux tells it in a file, which costs next to nothing; elsewhere a program is asked. */
function residentBytes(pid: string): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })
  return Number(kilobytes) * 1024
}

/** Runs work while the product's memory is looked at; answers the most that it held, in bytes. */
export async function mostMemoryDuring(product: ProductProcess, work: () => Promise<void>): Promise<number> {
  let most = 0
  const look = () => {
    most = Math.max(most, product.memory())
  }
  const timer = setInterval(look, 100)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  look()
  return most
}

/**
 * Runs the product and a sandbox as processes, tells a story with them, and leaves neither processes nor data behind. The
 * product keeps its data in an embedded database that was started before, or in `dataDir`, unless `databaseUrl` names one
 * of a server.
 */
export async function withProductProcess(
  story: (product: ProductProcess) => Promise<void>,
  { databaseUrl, dataDir: chosen }: { databaseUrl?: string; dataDir?: string } = {},
): Promise<void> {
  const dataDir =
    chosen ??
    (databaseUrl === undefined
      ? await copiedDataDir('started', 'nerdify-process-')
      : mkdtempSync(join(tmpdir(), 'nerdify-process-')))
  const [port, filesPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const operationsToken = 'operations of a test'
  const sandbox = await startSandbox(port)
  const start = () =>
    startProcess('apps/api/src/main.ts', {
      PORT: String(port),
      FILES_PORT: String(filesPort),
      DESK: 'off',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      STRIPE_API_BASE: sandbox.listening.http,
      SMS_API_BASE: sandbox.listening.http,
      SMTP_PORT: String(sandbox.listening.smtp),
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      OPERATIONS_TOKEN: operationsToken,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    })
  const openData = async <Found>(work: (queries: Queries) => Promise<Found>) => {
    const database = databaseUrl === undefined ? await connectEmbedded(dataDir) : connectServer(databaseUrl)
    try {
      return await work(database.queries)
    } finally {
      await database.close()
    }
  }
  let running: StartedProcess<unknown> | undefined
  try {
    running = await start()
    await story({
      url,
      filesUrl: `http://127.0.0.1:${filesPort}`,
      sandboxUrl: sandbox.listening.http,
      operationsToken,
      dataDir,
      memory: () => residentBytes(String(running?.process.pid)),
      async kill() {
        await running?.end('SIGKILL')
      },
      async startAgain() {
        running = await start()
      },
      whileDead: openData,
      async readData(read) {
        const how = await running?.end('SIGTERM')
        if (how !== 0) throw new Error(`the product did not end in order: ${how}`)
        return openData(read)
      },
    })
  } finally {
    await running?.end('SIGKILL')
    await sandbox.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
