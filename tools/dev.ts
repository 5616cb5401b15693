/**
 * `npm run dev`: sandbox and API under `node --watch`, and Vite's development server in front of the API at the product's
 * address (DEV-02). React keeps its state; nothing is prerendered and no service worker runs.
 */
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type Plugin } from 'vite'
import { Refusal, repositoryRoot, runCommand } from './bootstrap.mjs'
import { freePort } from './ports.ts'
import { startAll } from './start-all.ts'

/** The longest wait of an API call during a restart, in milliseconds. */
const restartLimitMs = 10_000

const web = join(repositoryRoot, 'apps/web')

/** Paths that Vite serves itself, besides pages and the files of `public`. */
const viteFiles = /^\/(@|src\/|node_modules\/|\.vite\/)/

/** The regular expression of a route pattern, such as "/order/:orderId/receipt/:mark?". */
function expressionOf(pattern: string) {
  const parts = pattern.split('/').slice(1)
  const source = parts.map((part) =>
    part.startsWith(':') ? (part.endsWith('?') ? '(/[^/]+)?' : '/[^/]+') : `/${part}`,
  )
  return new RegExp(`^${source.join('')}/?$`)
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })

async function untilOpen(port: number): Promise<boolean> {
  const limit = Date.now() + restartLimitMs
  while (!(await isOpen(port))) {
    if (Date.now() > limit) return false
    await pause(50)
  }
  return true
}

/** The API's headers for pages, with the inline scripts and styles and the worker that Vite's client needs. */
async function pageHeaders(apiPort: number): Promise<[string, string][]> {
  const { headers } = await fetch(`http://127.0.0.1:${apiPort}/healthz`)
  const copiedHeaders = [
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
    'cross-origin-opener-policy',
  ]
  const policy = (headers.get('content-security-policy') ?? '')
    .replaceAll(/(script|style)-src 'self'/g, "$1-src 'self' 'unsafe-inline'")
    .replace("worker-src 'self'", "worker-src 'self' blob:")
  return [
    ['content-security-policy', policy],
    ...copiedHeaders.map((name): [string, string] => [name, headers.get(name) ?? '']),
  ]
}

/** Holds calls to the API while it restarts. */
const waitForApi = (apiPort: number, isPage: (path: string) => boolean): Plugin => ({
  name: 'wait-for-api',
  configureServer({ middlewares }) {
    let headers: [string, string][] | undefined
    middlewares.use(async (request, response, next) => {
      if (isPage(request.url?.split('?')[0] ?? '')) {
        headers ??= await pageHeaders(apiPort).catch(() => undefined)
        for (const [name, value] of headers ?? []) response.setHeader(name, value)
        return next()
      }
      if (await untilOpen(apiPort)) return next()
      response.writeHead(503, { 'content-type': 'application/json' })
      const text = 'The API does not start: its error is in the terminal.'
      response.end(JSON.stringify({ text, error_value: null }))
    })
  },
})

/** Serves pages and their modules at the product's address, and proxies the rest to the API. */
async function servePages(port: number, apiPort: number) {
  const publicFiles = new Set(readdirSync(join(web, 'public')).map((name) => `/${name}`))
  const pages: RegExp[] = []
  const isPage = (path: string) =>
    viteFiles.test(path) || publicFiles.has(path) || pages.some((page) => page.test(path))
  const bypass = ({ url = '/' }) => (isPage(url.split('?')[0] ?? '') ? url : undefined)
  const server = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: process.env['HOST'] || '127.0.0.1',
      port,
      strictPort: true,
      // The data directory contains the secret, so it is not served.
      fs: { allow: ['apps/web', 'packages', 'node_modules'].map((folder) => join(repositoryRoot, folder)) },
      warmup: { clientFiles: ['./src/main.tsx', './src/features/**/*Screen.tsx'] },
      proxy: { '^/': { target: `http://127.0.0.1:${apiPort}`, bypass } },
    },
    plugins: [waitForApi(apiPort, isPage)],
  })
  const { webRoutePatterns } = await server.ssrLoadModule('@nerdify/contract/web-routes.ts')
  pages.push(...webRoutePatterns.map(({ pattern }: { pattern: string }) => expressionOf(pattern)))
  await server.listen()
  return { close: () => server.close() }
}

await runCommand(async () => {
  if (process.env['NODE_ENV'] === 'production') throw new Refusal('npm run dev is for development: unset NODE_ENV.')
  const apiPort = await freePort()
  return startAll({ development: { apiPort, servePages: (port) => servePages(port, apiPort) } })
})
