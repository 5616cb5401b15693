import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program of ours in a process of its own, that said where it listens. */
export interface StartedProcess<Listening> {
  process: ChildProcess
  listening: Listening
  /** Settles with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** What it has written to its standard error so far. */
  complaints(): string
  /** Ends it and waits for its end; answers the exit code, or the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

/** The embedded database is compiled once and not optimized, which takes longer than these processes live. */
const ofShortLife = ['--liftoff-only']

/** Runs a program of this repository (a path from its root) and waits for its line that begins with {"listening". */
export async function startProcess<Listening>(
  program: string,
  env: Record<string, string>,
): Promise<StartedProcess<Listening>> {
  const child = spawn(process.execPath, [...ofShortLife, join(import.meta.dirname, '../../../..', program)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  let printed = ''
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk
  })
  const listening = await new Promise<Listening>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (printed === 'done') return
      printed += chunk
      const line = printed.split('\n').find((text) => text.startsWith('{"listening"') && text.endsWith('}'))
      if (line === undefined) return
      printed = 'done'
      resolve((JSON.parse(line) as { listening: Listening }).listening)
    })
    void ended.then((how) => reject(new Error(`${program} ended with ${how}: ${complaints}`)))
  })
  return {
    process: child,
    listening,
    ended,
    complaints: () => complaints,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Where a sandbox listens. */
export interface SandboxAddress {
  http: string
  smtp: number
}

/** Runs a sandbox with state of its own, whose card events go to the product on `productPort`. */
export async function startSandbox(
  productPort: number,
  {
    dataDir = mkdtempSync(join(tmpdir(), 'nerdify-sandbox-')),
    environment = {},
  }: { dataDir?: string; environment?: Record<string, string> } = {},
): Promise<StartedProcess<SandboxAddress>> {
  const started = await startProcess<SandboxAddress>('apps/sandbox/src/main.ts', {
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: dataDir,
    STRIPE_WEBHOOK_URL: `http://127.0.0.1:${productPort}/webhooks/stripe`,
    SMS_REPLY_URL: `http://localhost:${productPort}/webhooks/sms`,
    // Tests move their orders themselves.
    AUTOPILOT: 'off',
    ...environment,
  })
  return {
    ...started,
    async end(signal) {
      const how = await started.end(signal)
      rmSync(dataDir, { recursive: true, force: true })
      return how
    },
  }
}

/**
 * A port that nobody uses at this moment, below those that systems hand out, and above those of the
 * journeys: until it is used, no connection of another test can take it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(14_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
