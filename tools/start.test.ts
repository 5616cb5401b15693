import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'
import { freePort, refuseTakenPorts } from './ports.ts'
import { readStartSettings } from './start-settings.ts'

/** A start with two stand-ins for sandbox and product, in a separate process that can get signals. */
const trial = `
import { runCommand } from '${join(repositoryRoot, 'tools/bootstrap.mjs')}'
import { startAll } from '${join(repositoryRoot, 'tools/start-all.ts')}'
const { TRIAL } = process.env
await runCommand(() => startAll({ commands: { sandbox: [TRIAL + '/sandbox.mjs'], product: [TRIAL + '/product.mjs'] } }))
`

/** Listens on its port and ends on request, like the real one. */
const sandbox = `
import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
const { SANDBOX_PORT, SANDBOX_SMTP_PORT, TRIAL } = process.env
appendFileSync(TRIAL + '/events', 'sandbox ' + process.pid + '\\n')
const server = createServer().listen(Number(SANDBOX_PORT), '127.0.0.1', () => {
  console.log(JSON.stringify({ listening: { http: 'http://127.0.0.1:' + SANDBOX_PORT, smtp: Number(SANDBOX_SMTP_PORT) } }))
})
process.on('SIGTERM', () => { appendFileSync(TRIAL + '/events', 'sandbox ends\\n'); process.exit(0) })
process.on('SIGINT', () => {})
`

const product = `
import { createServer } from 'node:http'
import { appendFileSync, writeFileSync } from 'node:fs'
const { PORT, TRIAL } = process.env
appendFileSync(TRIAL + '/events', 'product ' + process.pid + '\\n')
writeFileSync(TRIAL + '/environment.json', JSON.stringify(process.env))
createServer().listen(Number(PORT), '127.0.0.1', () => {
  console.log(JSON.stringify({
    listening: {
      product: 'http://localhost:' + PORT,
      files: 'http://localhost:3001',
      people: [
        { phone: '+1 415 555 0103', email: 'new@example.com', who: 'nothing yet' },
        { phone: '+1 415 555 0108', email: 'many@example.com', who: '1,000 orders' },
      ],
      staff: [{ email: 'olive@nerdify.test', name: 'Olive', role: 'owner' }],
      operationsToken: 'sandbox-operations',
    },
  }))
  console.log(JSON.stringify({ level: 30, time: Date.now(), msg: 'an everyday line' }))
  console.log(JSON.stringify({ level: 40, time: Date.now(), msg: 'a line to see' }))
})
process.on('SIGTERM', () => { appendFileSync(TRIAL + '/events', 'product ends\\n'); process.exit(0) })
process.on('SIGINT', () => {})
`

let folder: string
let environment: NodeJS.ProcessEnv
let started: ChildProcess[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-start-'))
  writeFileSync(join(folder, 'trial.mjs'), trial)
  writeFileSync(join(folder, 'sandbox.mjs'), sandbox)
  writeFileSync(join(folder, 'product.mjs'), product)
  const ports = new Set()
  while (ports.size < 5) ports.add(await freePort())
  const [own, files, desk, sandboxHttp, smtp] = [...ports].map(String)
  environment = {
    PATH: process.env['PATH'],
    TRIAL: folder,
    DATA_DIR: join(folder, 'data'),
    PORT: own,
    FILES_PORT: files,
    DESK_PORT: desk,
    SANDBOX_PORT: sandboxHttp,
    SANDBOX_SMTP_PORT: smtp,
  }
  started = []
})

afterEach(async () => {
  for (const child of started) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('close', resolve))
    }
  }
  rmSync(folder, { recursive: true })
})

/** Starts the trial with a changed environment; `begin` precedes it on Node's command line. */
function start(changes: NodeJS.ProcessEnv = {}, begin: readonly string[] = []) {
  const child = spawn(process.execPath, [...begin, join(folder, 'trial.mjs')], { env: { ...environment, ...changes } })
  started.push(child)
  let output = ''
  const listeners = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    output += chunk
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    ended,
    output: () => output,
    /** Resolves once the output contains a text; rejects if the process ends first. */
    said: (text: string) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(text) && resolve(undefined)
        listeners.add(look)
        look()
        void ended.then(() => reject(new Error(`It ended without "${text}":\n${output}`)))
      }),
  }
}

/** The stand-ins' records, in order. */
const events = () => {
  const path = join(folder, 'events')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

const pidOf = (name: 'sandbox' | 'product') =>
  Number(
    events()
      .find((event) => new RegExp(`^${name} \\d+$`).test(event))
      ?.split(' ')[1],
  )

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const occupy = (port: number) =>
  new Promise<Server>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })

test('[SBX-04] prints addresses, seeded people and staff, the mailbox and the operations token', async () => {
  const run = start()
  await run.said('Ctrl-C ends it.')
  const mailbox = `http://127.0.0.1:${environment['SANDBOX_PORT']}/mailbox`
  for (const text of [
    `http://localhost:${environment['PORT']}`,
    mailbox,
    '+1 415 555 0103',
    'new@example.com',
    'nothing yet',
    '+1 415 555 0108',
    'many@example.com',
    '1,000 orders',
    'olive@nerdify.test   Olive   owner',
    'sandbox-operations',
  ]) {
    expect(run.output()).toContain(text)
  }
})

test('[SBX-01] gives the product the sandbox through a real deployment’s settings', async () => {
  await start().said('Ctrl-C ends it.')
  const variables = JSON.parse(readFileSync(join(folder, 'environment.json'), 'utf8'))
  expect(variables).toMatchObject({
    STRIPE_API_BASE: `http://127.0.0.1:${environment['SANDBOX_PORT']}`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    SMS_API_BASE: `http://127.0.0.1:${environment['SANDBOX_PORT']}`,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: environment['SANDBOX_SMTP_PORT'],
  })
  expect(Object.keys(variables).filter((name) => /sandbox/i.test(name) && !(name in environment))).toEqual([])
})

test.each([
  { STRIPE_SECRET_KEY: 'sk_live_x' },
  { SMS_ACCOUNT_SID: 'AC1' },
  { SMTP_HOST: 'mail.example.com' },
  { NODE_ENV: 'production' },
])('[OPS-07] with %j the settings omit the sandbox', async (setting) => {
  const settings = await readStartSettings({ ...environment, ...setting })
  expect(settings.realProviders).toContain(Object.keys(setting)[0])
  expect(settings.ports.map((port) => port.setting)).not.toContain('SANDBOX_PORT')
  expect(settings.productEnvironment).not.toHaveProperty('STRIPE_API_BASE')
})

test('[OPS-07] starts no sandbox with real providers, and the terminal says so', async () => {
  const run = start({ STRIPE_SECRET_KEY: 'sk_live_x' })
  await run.said('The sandbox is not started')
  expect(events().some((event) => event.startsWith('sandbox'))).toBe(false)
  expect(JSON.parse(readFileSync(join(folder, 'environment.json'), 'utf8'))).not.toHaveProperty('STRIPE_API_BASE')
})

test('the terminal shows warnings only, the log every line, and no log the operations token', async () => {
  const run = start()
  await run.said('warning: a line to see')
  expect(run.output()).not.toContain('an everyday line')
  run.child.kill('SIGTERM')
  await run.ended
  const log = readFileSync(join(folder, 'data/product.log'), 'utf8')
  expect(log).toContain('an everyday line')
  expect(log).not.toContain('sandbox-operations')
})

const portInUse = (setting: string) =>
  new RegExp(`^Port ${environment[setting]} is in use, and [^.]* wants it: [^.]* set ${setting} [^.]*\\.$`)

test.each(['PORT', 'FILES_PORT', 'DESK_PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])(
  '[OPS-07] names %s in the sentence about a port in use',
  async (setting) => {
    const server = await occupy(Number(environment[setting]))
    const { ports } = await readStartSettings(environment)
    await expect(refuseTakenPorts(ports)).rejects.toThrow(portInUse(setting))
    server.close()
  },
)

test('[OPS-07] a port in use stops the start with one sentence and no process left', async () => {
  const server = await occupy(Number(environment['FILES_PORT']))
  const run = start()
  expect(await run.ended).toBe(1)
  server.close()
  expect(run.output().trimEnd()).toMatch(portInUse('FILES_PORT'))
  expect(events()).toEqual([])
  expect(existsSync(join(folder, 'data/start.lock'))).toBe(false)
})

test.each(['banana', '70000', '-1', '3000.5'])('[OPS-07] PORT=%s is refused with one sentence', async (PORT) => {
  await expect(readStartSettings({ ...environment, PORT })).rejects.toThrow(
    `PORT must be a port number from 0 (any free one) to 65535, not "${PORT}".`,
  )
})

test('[OPS-07] two settings with the same port stop the start with one sentence', async () => {
  const run = start({ FILES_PORT: environment['PORT'] })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/^PORT and FILES_PORT are both \d+: [^.]*\.\n$/)
})

test('[OPS-07] refuses a second start on the same data directory with one sentence', async () => {
  const first = start()
  await first.said('Ctrl-C ends it.')
  const second = start({ PORT: '0', FILES_PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `The data directory ${environment['DATA_DIR']} is in use by process ${first.child.pid}: stop that one, or set DATA_DIR to another directory.\n`,
  )
  expect(isAlive(pidOf('product'))).toBe(true)
})

test.each([
  ['a process that is gone', { pid: 4_194_305 }],
  ['another process that got the same number since', { pid: process.pid, birth: '1' }],
])('a stale lock of %s does not stop the start', async (_, lock) => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/start.lock'), JSON.stringify(lock))
  const run = start()
  await run.said('Ctrl-C ends it.')
  expect(JSON.parse(readFileSync(join(folder, 'data/start.lock'), 'utf8'))).toMatchObject({ pid: run.child.pid })
})

test.each(['SIGINT', 'SIGTERM'])(
  '%s ends everything cleanly: exit code 0, the product first, no process and no lock left',
  async (signal) => {
    const run = start()
    await run.said('Ctrl-C ends it.')
    const pids = [pidOf('product'), pidOf('sandbox')]
    run.child.kill(signal as NodeJS.Signals)
    expect(await run.ended).toBe(0)
    expect(events().slice(-2)).toEqual(['product ends', 'sandbox ends'])
    expect(pids.map(isAlive)).toEqual([false, false])
    expect(existsSync(join(folder, 'data/start.lock'))).toBe(false)
  },
)

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s is handed on by what begins the scripts', async (signal) => {
  const run = start({}, [join(repositoryRoot, 'tools/run.mjs'), '--bare'])
  await run.said('Ctrl-C ends it.')
  run.child.kill(signal)
  expect(await run.ended).toBe(0)
  expect(events().slice(-2)).toEqual(['product ends', 'sandbox ends'])
  expect([pidOf('product'), pidOf('sandbox')].map(isAlive)).toEqual([false, false])
})

test('a SIGTERM to npm, which reaches only its shell, ends everything too', async () => {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      scripts: { start: `"${process.execPath}" "${repositoryRoot}/tools/run.mjs" --bare "${folder}/trial.mjs"` },
    }),
  )
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  // Its output closes when the last process that holds it ends.
  const over = new Promise((resolve) => npm.once('close', resolve))
  await new Promise((resolve) =>
    npm.stdout.on('data', (chunk) => String(chunk).includes('Ctrl-C ends it.') && resolve(undefined)),
  )
  const pids = [pidOf('product'), pidOf('sandbox')]
  npm.kill('SIGTERM')
  await over
  expect(events().slice(-2)).toEqual(['product ends', 'sandbox ends'])
  expect(pids.map(isAlive)).toEqual([false, false])
})

test('Ctrl-C while the product still starts ends everything cleanly', async () => {
  writeFileSync(
    join(folder, 'product.mjs'),
    product.replace(
      /createServer\(\)\.listen[\s\S]*?\n\}\)\n/,
      'setInterval(() => {}, 1000)\nconsole.log(JSON.stringify({ level: 40, msg: "preparing" }))\n',
    ),
  )
  const run = start()
  await run.said('preparing')
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
  expect([pidOf('product'), pidOf('sandbox')].map(isAlive)).toEqual([false, false])
})

test('stops the sandbox if the product dies, shows the last output and exits with 1', async () => {
  const run = start()
  await run.said('warning: a line to see')
  process.kill(pidOf('product'), 'SIGKILL')
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('The product was ended by SIGKILL. Its last words:')
  expect(run.output()).toContain('an everyday line')
  expect(isAlive(pidOf('sandbox'))).toBe(false)
})

test('stops the product if the sandbox dies, and exits with 1', async () => {
  const run = start()
  await run.said('Ctrl-C ends it.')
  process.kill(pidOf('sandbox'), 'SIGKILL')
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('The sandbox was ended by SIGKILL.')
  expect(isAlive(pidOf('product'))).toBe(false)
})

test('[OPS-07] a setting that the product refuses stops the start with only the product’s sentence', async () => {
  writeFileSync(
    join(folder, 'product.mjs'),
    'console.error(\'LIMIT_SCALE must be a number above 0, not "x".\')\nprocess.exit(1)',
  )
  const run = start()
  expect(await run.ended).toBe(1)
  expect(run.output()).toBe('LIMIT_SCALE must be a number above 0, not "x".\n')
  expect(isAlive(pidOf('sandbox'))).toBe(false)
})
