import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startEventReceiver } from './testing/event-receiver.ts'
import { checkoutFor, typeCard } from './testing/paying.ts'
import { stripeAt } from './testing/test-sandbox.ts'

const children: ChildProcess[] = []
const directories: string[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  directories.push(directory)
  return directory
}

function run(environment: Record<string, string>): ChildProcess {
  const defaults = { DATA_DIR: newDirectory(), SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', AUTOPILOT: 'off' }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...defaults, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** The output of a finished process, and its exit. */
async function ending(child: ChildProcess) {
  const output = { out: '', error: '' }
  child.stdout?.on('data', (chunk) => (output.out += chunk))
  child.stderr?.on('data', (chunk) => (output.error += chunk))
  const [code] = await once(child, 'close')
  return { code, ...output }
}

async function listening(child: ChildProcess): Promise<{ http: string; smtp: number; line: string }> {
  if (!child.stdout) throw new Error('no output')
  const [chunk] = await once(child.stdout, 'data')
  return { ...JSON.parse(String(chunk)).listening, line: String(chunk) }
}

test('[SBX-01] prints one line of JSON when it listens, and ends at once on SIGTERM', async () => {
  const child = run({})
  const { http, smtp, line } = await listening(child)
  expect(line).toBe(`{"listening":{"http":"${http}","smtp":${smtp}}}\n`)
  expect((await fetch(`${http}/`)).status).toBe(200)
  child.kill('SIGTERM')
  child.kill('SIGINT')
  expect(await ending(child)).toEqual({ code: 0, out: '', error: '' })
})

test('[SBX-01] stops on a used port, a used directory or a wrong setting, and names it', async () => {
  const directory = newDirectory()
  const { http, smtp } = await listening(run({ DATA_DIR: directory }))
  const { port } = new URL(http)
  const inUse = (name: string, value: unknown) =>
    `${name} ${value} is already in use: stop the other program or set ${name} to a free port.`
  for (const [environment, sentence] of [
    [{ SANDBOX_PORT: port }, inUse('SANDBOX_PORT', port)],
    [{ SANDBOX_SMTP_PORT: String(smtp) }, inUse('SANDBOX_SMTP_PORT', smtp)],
    [{ DATA_DIR: directory }, `DATA_DIR ${directory} is already in use by another sandbox.`],
    [{ SANDBOX_TEST_CONTROLS: 'maybe' }, 'SANDBOX_TEST_CONTROLS must be "on" or "off", not "maybe".'],
  ] as const) {
    expect(await ending(run(environment))).toEqual({ code: 1, out: '', error: `Sandbox: ${sentence}\n` })
  }
})

test('[SBX-03] after a kill right after a payment it has the payment and still owes its events', async () => {
  const receiver = await startEventReceiver()
  try {
    receiver.status = 503
    const environment = { DATA_DIR: newDirectory(), STRIPE_WEBHOOK_URL: receiver.url }
    const first = run(environment)
    const before = await listening(first)
    const session = await stripeAt(before.http).checkout.sessions.create(checkoutFor(900))
    expect((await typeCard(session.url, '4242424242424242')).status).toBe(303)
    first.kill('SIGKILL')
    await once(first, 'exit')

    receiver.status = 200
    receiver.received.length = 0
    const after = await listening(run(environment))
    expect((await stripeAt(after.http).checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    expect((await fetch(`${after.http}/_sandbox/idle`)).status).toBe(200)
    const types = receiver.received.map(({ body }) => JSON.parse(body).type)
    expect(types).toContain('checkout.session.completed')
  } finally {
    await receiver.close()
  }
})
