import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program in a separate process that has announced its addresses. */
export interface StartedProcess<Listening> {
  process: ChildProcess
  listening: Listening
  /** Settles with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Its standard error so far. */
  complaints(): string
  /** Ends it and waits for its end; returns the exit code, or the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

/** Compiling the embedded database with optimization takes longer than these processes live. */
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

/** The addresses of a sandbox. */
export interface SandboxAddress {
  http: string
  smtp: number
}

/** Runs a sandbox with its own state, whose card events go to the product on `productPort`. */
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
 * A free port, below the system's range of outgoing ports, and above the journeys' ports: until it is used, no
 * connection of another test can take it.
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
