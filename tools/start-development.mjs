import { join } from 'node:path'
import { childEnvironment } from './child-environment.mjs'
import { lockDataDirectory } from './data-lock.mjs'
import { FollowedService } from './followed-service.mjs'
import { freePort, refuseTakenPorts } from './ports.mjs'
import { startService } from './service.mjs'
import { endAsked } from './start-all.mjs'
import { readStartSettings } from './start-settings.mjs'
import { serveDevelopment } from './serve-development.mjs'
import { welcome } from './welcome.mjs'

/** Whose sources make which process begin anew. A rule of the domain is the API's and the browser's at once. */
const sources = {
  product: ['apps/api/src', 'packages/domain/src', 'packages/contract/src'],
  sandbox: ['apps/sandbox/src'],
}

/** What no process runs. */
const notSource = /\.(test|stories)\.tsx?$|\.md$|\/testing\//

/** An editor writes a file in more than one step, and a branch is changed in many. */
const settleMs = 30

/**
 * Starts sandbox, product and the web app's development server, and follows what is saved: React takes a change over and keeps
 * its state, the product begins anew, and what fails is shown in the browser (DEV-02). Leaves no process and no lock behind.
 *
 * @param {object} start
 * @param {string} start.root absolute path of the repository
 * @param {string} start.node absolute path of Node 24
 * @param {NodeJS.ProcessEnv} start.environment settings that a person gave
 * @param {(text: string) => void} start.say shows text on the terminal
 * @returns {Promise<number>} exit code: 0 after a signal, 1 when it could not begin
 * @throws {import('./refusal.mjs').Refusal} when a port, the data directory or a setting stops it
 */
export async function startDevelopment({ root, node, environment, say }) {
  const begun = Date.now()
  const asked = endAsked(environment)
  const settings = await readStartSettings(root, environment)
  const unlock = lockDataDirectory(settings.dataDirectory)
  const apiPort = await portBeside(settings.ports.map(({ port }) => port))
  const port = Number(settings.productEnvironment['PORT'])

  /**
   * @param {string} name
   * @param {'sandbox' | 'product'} kind
   * @param {string} program
   * @param {NodeJS.ProcessEnv} own
   */
  const followed = (name, kind, program, own) =>
    new FollowedService(() =>
      startService(
        {
          name,
          command: node,
          args: [program],
          cwd: root,
          environment: { ...childEnvironment(root, node, environment), ...own },
          logFile: join(settings.dataDirectory, `${kind}.log`),
        },
        (line) => say(`${line}\n`),
      ),
    )
  const sandbox = followed('The sandbox', 'sandbox', 'apps/sandbox/src/main.ts', settings.sandboxEnvironment)
  const product = followed('The product', 'product', 'apps/api/src/main.ts', {
    ...settings.productEnvironment,
    PORT: String(apiPort),
    PUBLIC_URL: environment['PUBLIC_URL'] || `http://localhost:${port}`,
  })
  /** @type {Awaited<ReturnType<typeof serveDevelopment>> | undefined} */
  let pages

  try {
    await refuseTakenPorts(settings.ports)
    const servicesUp = settings.realProviders ? product.restart() : Promise.all([sandbox.restart(), product.restart()])
    pages = await serveDevelopment({ root, port, host: environment['HOST'] || '127.0.0.1', apiPort, product })
    await Promise.race([servicesUp, asked.promise])
    if (!product.announcement) {
      say(`${product.failure ?? sandbox.failure ?? ''}\n`)
      return product.failure || sandbox.failure ? 1 : 0
    }
    say(welcome({ product: product.announcement, sandbox: sandbox.announcement, settings, tookMs: Date.now() - begun }))
    follow({ root, pages, sandbox, product, say })
    await asked.promise
    return 0
  } finally {
    await pages?.close()
    for (const service of [product, sandbox]) await service.stop()
    unlock()
    asked.forget()
  }
}

/**
 * A free port that nothing else of this start wants.
 *
 * @param {readonly number[]} wanted
 * @returns {Promise<number>}
 */
async function portBeside(wanted) {
  const port = await freePort()
  return wanted.includes(port) ? portBeside(wanted) : port
}

/**
 * Begins a process anew when one of its sources is saved. The page is loaded again when the API alone has changed; what it
 * shares with the browser, the browser takes over by itself, with what was typed.
 *
 * @param {object} run
 * @param {string} run.root
 * @param {Awaited<ReturnType<typeof serveDevelopment>>} run.pages
 * @param {FollowedService} run.sandbox
 * @param {FollowedService} run.product
 * @param {(text: string) => void} run.say
 */
function follow({ root, pages, sandbox, product, say }) {
  const folders = { sandbox: foldersOf(root, 'sandbox'), product: foldersOf(root, 'product') }
  const [apiFolder = ''] = folders.product
  /** @type {Set<string>} */
  const saved = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let settled

  const restart = async () => {
    const paths = [...saved]
    saved.clear()
    const under = (/** @type {readonly string[]} */ wanted) =>
      paths.filter((path) => wanted.some((one) => path.startsWith(one)))
    if (under(folders.sandbox).length > 0) await sandbox.restart()
    const ofProduct = under(folders.product)
    if (ofProduct.length === 0) return
    const begun = Date.now()
    const failedBefore = product.failure !== undefined
    const restarted = product.restart()
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

/**
 * @param {string} root
 * @param {keyof typeof sources} kind
 */
const foldersOf = (root, kind) => sources[kind].map((folder) => join(root, folder))
