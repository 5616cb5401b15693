import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import type { App } from './app-type.ts'
import { answerUnknownCall } from './error-response.ts'

const builtAssets = '/assets/'
/** Files whose name changes with their content are kept for good; pages are asked for again each time. */
const forGood = 'public, max-age=31536000, immutable'
const askAgain = 'no-cache'
/** Their address is a key: no other site and no search engine is told of it (payments.md 2.2). */
const ofKeyPages = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/**
 * Serves the built web app from `directory`: its pre-rendered pages, the shell for its other paths, and its
 * page 404.html with that status for a path it does not know (PUB-08). Without a build only the API answers.
 */
export async function serveWebApp(app: App, directory: string): Promise<void> {
  if (!existsSync(`${directory}/index.html`)) {
    app.setNotFoundHandler({}, answerUnknownCall)
    return
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', path.includes(builtAssets) ? forGood : askAgain)
    },
  })
  for (const { pattern, page } of webRoutePatterns) {
    const file = page === 'prerendered' ? `${pattern.slice(1)}/index.html` : 'index.html'
    app.get(pattern, { config: { who: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
      if (page === 'key') reply.headers(ofKeyPages)
      return reply.sendFile(file)
    })
  }
  app.setNotFoundHandler({}, (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (!isPage || request.url.startsWith(builtAssets)) return answerUnknownCall(request, reply)
    return reply.code(404).sendFile('404.html')
  })
}
