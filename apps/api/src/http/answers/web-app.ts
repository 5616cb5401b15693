import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { webRouteAt, webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../app-type.ts'
import { builtAssets, builtFiles } from './built-files.ts'
import { answerUnknownCall } from './error-response.ts'
import { contentPolicy, type PageSurroundings } from './security-headers.ts'

/** The address of such a page is a key: keep it from other sites and search engines (payments.md 2.2). */
const ofKeyPages = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** The content policy of a built page, with the hashes of its inline styles and scripts. */
function policyOf(file: string, surroundings: PageSurroundings): string {
  const page = readFileSync(file, 'utf8')
  const hashesOf = (element: RegExp) =>
    [...page.matchAll(element)].map(([, text = '']) => `sha256-${hash('sha256', text, 'base64')}`)
  return contentPolicy(surroundings, {
    styles: hashesOf(/<style[^>]*>(.*?)<\/style>/gs),
    scripts: hashesOf(/<script>(.*?)<\/script>/gs),
  })
}

const answerNoPage = (reply: FastifyReply) => reply.code(404).sendFile('404.html')

/**
 * Serves the built web app from `directory`: its prerendered pages and the shells of its other paths. Page 404.html,
 * with that status, answers an unknown path and one with a malformed id (PUB-08, SAFE-01). Without a build only the API
 * answers.
 */
export async function serveWebApp(app: App, directory: string, surroundings: PageSurroundings): Promise<void> {
  if (!existsSync(`${directory}/index.html`)) {
    app.setNotFoundHandler({}, answerUnknownCall)
    return
  }
  /** By the path of a page, compressed or not. */
  const policies = new Map<string, string>()
  const files = builtFiles(directory, (response, path) => {
    const page = path.replace(/\.(br|gz)$/, '')
    if (!page.endsWith('.html')) return
    const policy = policies.get(page) ?? policyOf(page, surroundings)
    policies.set(page, policy)
    response.header('content-security-policy', policy)
  })
  await app.register(fastifyStatic, files)
  const shellOf = (name: string) =>
    existsSync(`${directory}/shells/${name}.html`) ? `shells/${name}.html` : 'index.html'
  for (const { name, pattern, page } of webRoutePatterns) {
    const file = page === 'prerendered' ? `${pattern.slice(1)}/index.html` : shellOf(name)
    app.get(pattern, { config: { who: 'anyone' }, schema: { hide: true } }, (request, reply) => {
      if (webRouteAt(request.url.replace(/\?.*$/s, '')) === undefined) return answerNoPage(reply)
      if (page === 'key') reply.headers(ofKeyPages)
      return reply.sendFile(file)
    })
  }
  app.setNotFoundHandler({}, (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (!isPage || request.url.startsWith(builtAssets)) return answerUnknownCall(request, reply)
    return answerNoPage(reply)
  })
}
