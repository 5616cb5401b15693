import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { lockDataDirectory } from './data-lock.mjs'
import { refuseTakenPorts } from './ports.mjs'
import { DiedAtStart, startService } from './service.mjs'
import { readStartSettings } from './start-settings.mjs'
import { welcome } from './welcome.mjs'

/** @typedef {import('./service.mjs').Service} Service */

/** What is started, as arguments of Node 24 in the repository. */
const productAndSandbox = { sandbox: ['apps/sandbox/src/main.ts'], product: ['apps/api/src/main.ts'] }

/**
 * Starts the sandbox and the product, says where they are, and keeps them until a signal asks for the end or one of
 * them dies (OPS-07, SBX-01). Leaves no process and no lock behind.
 *
 * @param {object} start
 * @param {string} start.root absolute path of the repository
 * @param {string} start.node absolute path of Node 24
 * @param {NodeJS.ProcessEnv} start.environment settings that a person gave
 * @param {(text: string) => void} start.say shows text on the terminal
 * @param {{ sandbox: readonly string[], product: readonly string[] }} [start.commands] arguments of Node for each
 * @returns {Promise<number>} exit code: 0 after a signal, 1 after a death
 * @throws {import('./refusal.mjs').Refusal} when a port, the data directory or a setting stops it
 */
export async function startAll({ root, node, environment, say, commands = productAndSandbox }) {
  const begun = Date.now()
  const asked = endAsked(environment)
  const settings = await readStartSettings(root, environment)
  const unlock = lockDataDirectory(settings.dataDirectory)
  /** @type {Service[]} */
  const services = []

  /**
   * @param {string} name
   * @param {'sandbox' | 'product'} kind
   * @param {NodeJS.ProcessEnv} own
   */
  const start = (name, kind, own) => {
    const service = startService(
      {
        name,
        command: node,
        args: commands[kind],
        cwd: root,
        environment: { ...childEnvironment(root, node, environment), ...own },
        logFile: join(settings.dataDirectory, `${kind}.log`),
      },
      (line) => say(`${line}\n`),
    )
    services.push(service)
    return service
  }

  try {
    await refuseTakenPorts(settings.ports)
    let sandbox
    if (!settings.realProviders) {
      const service = start('The sandbox', 'sandbox', settings.sandboxEnvironment)
      sandbox = await Promise.race([service.listening, asked.promise])
      if (!sandbox) return 0
    }
    const service = start('The product', 'product', settings.productEnvironment)
    const product = await Promise.race([service.listening, asked.promise])
    if (!product) return 0
    say(welcome({ product, sandbox, settings, tookMs: Date.now() - begun }))

    const dead = await Promise.race([...services.map((one) => one.ended.then(() => one)), asked.promise])
    if (!dead) return 0
    say(`${await obituary(dead)}\n`)
    return 1
  } catch (error) {
    if (!(error instanceof DiedAtStart)) throw error
    const dead = services.find((one) => one.name === error.message)
    say(`${dead?.lastWords() || (dead && (await obituary(dead)))}\n`)
    return 1
  } finally {
    // The product first: what it does on its way out may still need the providers.
    for (const service of services.toReversed()) await service.stop()
    unlock()
    asked.forget()
  }
}

/**
 * How a service ended, with its last words.
 *
 * @param {Service} service
 */
async function obituary(service) {
  const { code, signal } = await service.ended
  const how = signal ? `was ended by ${signal}` : `stopped by itself with exit code ${code}`
  const words = service.lastWords()
  return `${service.name} ${how}.${words ? ` Its last words:\n${words}` : ''}`
}

/** How often the process that began this one is looked for. */
const lookForParentMs = 300

/**
 * Waits for Ctrl-C, a polite kill or the end of the terminal. A signal to npm ends npm and its shell and goes no further: so
 * what npm began ends with them.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
export function endAsked(environment) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  /** @type {() => void} */
  let ask = () => {}
  /** @type {Promise<undefined>} */
  const promise = new Promise((resolve) => {
    ask = () => resolve(undefined)
  })
  for (const signal of signals) process.on(signal, ask)
  const { ppid } = process
  const parentWatch = environment['npm_lifecycle_event']
    ? setInterval(() => process.ppid !== ppid && ask(), lookForParentMs)
    : undefined
  return {
    promise,
    forget() {
      clearInterval(parentWatch)
      for (const signal of signals) process.off(signal, ask)
    },
  }
}
