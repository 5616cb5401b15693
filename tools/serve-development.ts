import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { repositoryRoot } from './bootstrap.mjs'
import type { FollowedService } from './followed-service.ts'

/** What Vite answers by itself, beside the pages and the files of `public`. */
const ofVite = /^\/(@|src\/|node_modules\/|\.vite\/)/

/** A pattern of the router ("/order/:orderId/receipt/:mark?") as an expression for paths. */
function expressionOf(pattern: string) {
  const parts = pattern.split('/').slice(1)
  const source = parts.map((part) =>
    part.startsWith(':') ? (part.endsWith('?') ? '(/[^/]+)?' : '/[^/]+') : `/${part}`,
  )
  return new RegExp(`^${source.join('')}/?$`)
}

/**
 * The headers of the product's own answers, with what Vite needs of a page: styles and scripts within it, and the worker in
 * which it waits for its server.
 */
async function pageHeaders(apiPort: number) {
  const { headers } = await fetch(`http://127.0.0.1:${apiPort}/healthz`)
  const kept = ['x-content-type-options', 'referrer-policy', 'permissions-policy', 'cross-origin-opener-policy']
  const policy = (headers.get('content-security-policy') ?? '')
    .replaceAll(/(script|style)-src 'self'/g, "$1-src 'self' 'unsafe-inline'")
    .replace("worker-src 'self'", "worker-src 'self' blob:")
  return [['content-security-policy', policy], ...kept.map((name) => [name, headers.get(name)])]
}

/**
 * The web app's development server, at the product's address. Pages and their code come from Vite with hot reload;
 * everything else is proxied to the API, and waits while that restarts. There is no prerendering and no service worker:
 * `npm start` has these (DEV-02).
 */
export async function serveDevelopment({
  host,
  port,
  apiPort,
  product,
}: {
  host: string
  port: number
  apiPort: number
  product: FollowedService
}) {
  const web = join(repositoryRoot, 'apps/web')
  const publicFiles = new Set(readdirSync(join(web, 'public')).map((name) => `/${name}`))
  const pages: RegExp[] = []
  const isOurs = (path: string) => ofVite.test(path) || publicFiles.has(path) || pages.some((page) => page.test(path))
  let headers: (string | null)[][] | undefined

  const server = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      fs: { allow: [repositoryRoot] },
      warmup: { clientFiles: ['./src/main.tsx', './src/features/**/*Screen.tsx'] },
      proxy: {
        '^/': {
          target: `http://127.0.0.1:${apiPort}`,
          bypass: ({ url = '/' }) => (isOurs(url.split('?')[0] ?? '') ? url : undefined),
        },
      },
    },
    plugins: [
      {
        name: 'wait-for-the-product',
        configureServer({ middlewares }) {
          middlewares.use(async (request, response, next) => {
            const ours = isOurs(request.url?.split('?')[0] ?? '')
            if (!ours || headers === undefined) await product.settled
            if (ours) {
              if (product.announcement) headers ??= await pageHeaders(apiPort).catch(() => undefined)
              for (const [name, value] of headers ?? []) if (name && value) response.setHeader(name, value)
            } else if (product.failure !== undefined) {
              response.writeHead(503, { 'content-type': 'application/json' })
              response.end(JSON.stringify({ text: product.failure, error_value: null }))
              return
            }
            next()
          })
        },
      },
    ],
  })
  const { webRoutePatterns } = await server.ssrLoadModule('@nerdify/contract/web-routes.ts')
  pages.push(...webRoutePatterns.map(({ pattern }: { pattern: string }) => expressionOf(pattern)))

  const showFailure = () => {
    if (product.failure === undefined) return
    server.ws.send({ type: 'error', err: { message: product.failure, stack: '', plugin: 'the product' } })
  }
  server.ws.on('connection', showFailure)
  await server.listen()

  return {
    showFailure,
    /** Loads every open page again. */
    reload: () => server.ws.send({ type: 'full-reload' }),
    /** Tells of every file that is saved, comes or goes in these folders. */
    watch(folders: readonly string[], tell: (path: string) => void) {
      server.watcher.add([...folders])
      server.watcher.on('all', (_event, path) => tell(path))
    },
    close: () => server.close(),
  }
}
