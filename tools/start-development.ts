import { join } from 'node:path'
import { repositoryRoot, say } from './bootstrap.mjs'
import { lockDataDirectory } from './data-lock.ts'
import { FollowedService } from './followed-service.ts'
import { freePort, refuseTakenPorts } from './ports.ts'
import { serveDevelopment } from './serve-development.ts'
import { startService } from './service.ts'
import { untilStopSignal } from './start-all.ts'
import { readStartSettings } from './start-settings.ts'
import { welcome } from './welcome.ts'

/** Whose sources make which process begin anew. A rule of the domain is the API's and the browser's at once. */
const folders = {
  product: ['apps/api/src', 'packages/domain/src', 'packages/contract/src'].map((folder) =>
    join(repositoryRoot, folder),
  ),
  sandbox: [join(repositoryRoot, 'apps/sandbox/src')],
}

/** What no process runs. */
const notSource = /\.(test|stories)\.tsx?$|\.md$|\/testing\//

/** An editor writes a file in more than one step, and a branch is changed in many. */
const settleMs = 30

/**
 * Starts sandbox, product and the web app's development server, and reacts to saved files: React keeps its state, the
 * product reloads, failures show in the browser (DEV-02). Leaves no process and no lock behind.
 *
 * @returns exit code: 0 after a signal, 1 when it could not start
 * @throws {Refusal} when a port, the data directory or a setting prevents the start
 */
export async function startDevelopment(): Promise<number> {
  const begun = Date.now()
  const asked = untilStopSignal()
  const settings = await readStartSettings(process.env)
  const unlock = lockDataDirectory(settings.dataDirectory)
  const apiPort = await portBeside(settings.ports.map(({ port }) => port))
  const port = Number(settings.productEnvironment['PORT'])

  const { dataDirectory } = settings
  const followed = (kind: 'sandbox' | 'product', program: string, environment: NodeJS.ProcessEnv) =>
    new FollowedService(() =>
      startService({ kind, args: [program], environment, reloads: kind === 'product', dataDirectory }),
    )
  const sandbox = followed('sandbox', 'apps/sandbox/src/main.ts', settings.sandboxEnvironment)
  const product = followed('product', 'tools/develop-product.ts', {
    ...settings.productEnvironment,
    PORT: String(apiPort),
    PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${port}`,
  })
  let pages: Awaited<ReturnType<typeof serveDevelopment>> | undefined

  try {
    await refuseTakenPorts(settings.ports)
    const servicesUp = settings.realProviders ? product.restart() : Promise.all([sandbox.restart(), product.restart()])
    pages = await serveDevelopment({ port, host: process.env['HOST'] || '127.0.0.1', apiPort, product })
    await Promise.race([servicesUp, asked.promise])
    if (!product.announcement) {
      say(`${product.failure ?? sandbox.failure ?? ''}\n`)
      return product.failure || sandbox.failure ? 1 : 0
    }
    say(welcome({ product: product.announcement, sandbox: sandbox.announcement, settings, tookMs: Date.now() - begun }))
    follow({ pages, sandbox, product })
    await asked.promise
    return 0
  } finally {
    await pages?.close()
    for (const service of [product, sandbox]) await service.stop()
    unlock()
    asked.forget()
  }
}

/** A free port that nothing else of this start wants. */
async function portBeside(wanted: readonly number[]): Promise<number> {
  const port = await freePort()
  return wanted.includes(port) ? portBeside(wanted) : port
}

/**
 * Begins a process anew when one of its sources is saved. The page is loaded again when the API alone has changed; what it
 * shares with the browser, the browser takes over by itself, with what was typed.
 */
function follow({
  pages,
  sandbox,
  product,
}: {
  pages: Awaited<ReturnType<typeof serveDevelopment>>
  sandbox: FollowedService
  product: FollowedService
}) {
  const [apiFolder = ''] = folders.product
  const saved = new Set<string>()
  let settled: NodeJS.Timeout | undefined

  const restart = async () => {
    const paths = [...saved]
    saved.clear()
    const under = (wanted: readonly string[]) =>
      paths.filter((path) => wanted.some((folder) => path.startsWith(folder)))
    if (under(folders.sandbox).length > 0) await sandbox.restart()
    const ofProduct = under(folders.product)
    if (ofProduct.length === 0) return
    const begun = Date.now()
    const failedBefore = product.failure !== undefined
    const restarted = product.restart(ofProduct)
    // The page loads meanwhile; what it asks of the API waits.
    if (failedBefore || ofProduct.some((path) => path.startsWith(apiFolder))) pages.reload()
    await restarted
    if (product.failure !== undefined) {
      say(`${product.failure}\n`)
      pages.showFailure()
      return
    }
    say(`The product began anew (${((Date.now() - begun) / 1000).toFixed(1)} s).\n`)
  }

  pages.watch([...folders.sandbox, ...folders.product], (path) => {
    if (notSource.test(path)) return
    saved.add(path)
    clearTimeout(settled)
    settled = setTimeout(() => void restart(), settleMs)
  })
}
