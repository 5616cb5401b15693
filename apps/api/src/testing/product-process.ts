import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectEmbedded, connectServer } from '../database/connect.ts'
import type { Queries } from '../database/tables.ts'
import { freePort, type StartedProcess, startProcess, startSandbox } from './sandbox-process.ts'
import { copiedDataDir } from './started-data.ts'

/** The product as a separate process, which can be killed and started again on its data. */
export interface ProductProcess {
  url: string
  /** The address of its bucket. */
  filesUrl: string
  /** The address of its sandbox, which survives while the product is dead. */
  sandboxUrl: string
  /** The token of operations' calls. */
  operationsToken: string
  /** The folder of its database and its bucket. */
  dataDir: string
  /** Its memory, in bytes. */
  memory(): number
  /** Kills it like a power cut and waits for its end; then `url` does not answer. */
  kill(): Promise<void>
  /** Starts it again after a kill; resolves once it listens. */
  startAgain(): Promise<void>
  /** Opens the data of a killed product; resolves once they are closed again. */
  whileDead<Found>(work: (queries: Queries) => Promise<Found>): Promise<Found>
  /** Shuts it down, and reads its data; it stays down. */
  readData<Found>(read: (queries: Queries) => Promise<Found>): Promise<Found>
}

/** A process's memory. Linux has it in a file, which costs next to nothing to read; elsewhere `ps` prints it. */
function residentBytes(pid: string): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })
  return Number(kilobytes) * 1024
}

/** Runs work and samples the product's memory; returns the maximum, in bytes. */
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
 * Runs the product and a sandbox as processes, runs a scenario with them, and removes processes and data. The product
 * stores its data in a started embedded database, or in `dataDir`, unless `databaseUrl` names a server's.
 */
export async function withProductProcess(
  story: (product: ProductProcess) => Promise<void>,
  { databaseUrl, dataDir: givenDataDir }: { databaseUrl?: string; dataDir?: string } = {},
): Promise<void> {
  const dataDir =
    givenDataDir ??
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
      // As the image and the unit have it: the load test measures memory.
      MALLOC_ARENA_MAX: '2',
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
