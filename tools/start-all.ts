import { say } from './bootstrap.mjs'
import { lockDataDirectory } from './data-lock.ts'
import { refuseTakenPorts } from './ports.ts'
import { DiedAtStart, type Service, startService } from './service.ts'
import { readStartSettings } from './start-settings.ts'
import { welcome } from './welcome.ts'

/** The programs, as arguments of Node in the repository. */
const productAndSandbox = { sandbox: ['apps/sandbox/src/main.ts'], product: ['apps/api/src/main.ts'] }

/** The folders with each process's code. The domain's rules belong to both API and browser. */
const sources = {
  sandbox: ['apps/sandbox/src'],
  product: ['apps/api/src', 'packages/domain/src', 'packages/contract/src'],
}

/** The additional parts of `npm run dev`. */
interface Development {
  /** The API's own port; the pages have the product's port. */
  apiPort: number
  servePages: (port: number) => Promise<{ close: () => Promise<void> }>
}

/** Settings of the API behind the pages. */
const behindPages = (environment: NodeJS.ProcessEnv, apiPort: number) => ({
  ...environment,
  PORT: String(apiPort),
  PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${environment['PORT']}`,
})

/**
 * Starts the sandbox and the product, prints their addresses, and runs until a signal or a death (OPS-07, SBX-01). In
 * development a saved module restarts its process (DEV-02). Leaves no process and no lock.
 *
 * @param commands arguments of Node for each
 * @returns exit code: 0 after a signal, 1 after a death
 * @throws {Refusal} if a port, the data directory or a setting prevents the start
 */
export async function startAll({
  commands = productAndSandbox,
  development,
}: {
  commands?: Record<'sandbox' | 'product', readonly string[]>
  development?: Development
} = {}): Promise<number> {
  const begun = Date.now()
  const stop = untilStopSignal()
  const settings = await readStartSettings(process.env)
  const unlock = lockDataDirectory(settings.dataDirectory)
  const services: Service[] = []
  let pages

  const start = (kind: 'sandbox' | 'product', environment: NodeJS.ProcessEnv) => {
    const { dataDirectory } = settings
    const watch = development && sources[kind]
    const service = startService({ kind, args: commands[kind], environment, watch, dataDirectory })
    services.push(service)
    return service
  }

  try {
    await refuseTakenPorts(settings.ports)
    let sandbox
    if (!settings.realProviders) {
      const service = start('sandbox', settings.sandboxEnvironment)
      sandbox = await Promise.race([service.listening, stop.promise])
      if (!sandbox) return 0
    }
    const { productEnvironment } = settings
    pages = await development?.servePages(Number(productEnvironment['PORT']))
    const service = start(
      'product',
      development ? behindPages(productEnvironment, development.apiPort) : productEnvironment,
    )
    const product = await Promise.race([service.listening, stop.promise])
    if (!product) return 0
    say(welcome({ product, sandbox, settings, tookMs: Date.now() - begun }))

    const dead = await Promise.race([...services.map((started) => started.ended.then(() => started)), stop.promise])
    if (!dead) return 0
    say(`${await obituary(dead)}\n`)
    return 1
  } catch (error) {
    if (!(error instanceof DiedAtStart)) throw error
    const dead = services.find((started) => started.name === error.message)
    say(`${dead?.lastWords() || (dead && (await obituary(dead)))}\n`)
    return 1
  } finally {
    await pages?.close()
    // The product first: its shutdown may still need the providers.
    for (const service of services.toReversed()) await service.stop()
    unlock()
    stop.forget()
  }
}

/** How a service ended, with its last output. */
async function obituary(service: Service) {
  const { code, signal } = await service.ended
  const how = signal ? `was ended by ${signal}` : `stopped by itself with exit code ${code}`
  const words = service.lastWords()
  return `${service.name} ${how}.${words ? ` Its last words:\n${words}` : ''}`
}

/** Resolves at SIGINT, SIGTERM or SIGHUP. */
function untilStopSignal() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const ask = () => resolve(undefined)
  for (const signal of signals) process.on(signal, ask)
  return {
    promise,
    forget() {
      for (const signal of signals) process.off(signal, ask)
    },
  }
}
