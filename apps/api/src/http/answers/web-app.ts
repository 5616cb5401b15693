import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { pricePlaceholder, pricedStartPage } from '@nerdify/contract/served-price.ts'
import { webRouteAt, webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app-type.ts'
import { builtAssets, builtFiles } from './built-files.ts'
import { answerUnknownCall } from './error-response.ts'
import { contentPolicy, type PageSurroundings } from './security-headers.ts'

/** The address of such a page is a key: hide it from other sites and search engines (payments.md 2.2). */
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

/** The fonts of the built pages and their names, for pages outside the build (PAY-16). */
function builtFonts(file: string): string {
  const page = readFileSync(file, 'utf8')
  const all = (rule: RegExp) => [...new Set(page.match(rule))]
  return `${all(/@font-face\{[^}]*\}/g).join('\n')}\n:root{${all(/--font-(?:display|body):[^;}]*/g).join(';')}}`
}

/**
 * `/start` with the price of its first choices in the page (DOOR-01), for one request. A friend's link gets the page
 * without it, because the gift changes the price; so does everybody while there is no price.
 */
function pricedStart(file: string, surroundings: PageSurroundings, amountAtStart: () => Promise<string | undefined>) {
  const built = readFileSync(file, 'utf8')
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(file, surroundings),
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
  }
  let filled: { amount: string; page: string; packed: Buffer; etag: string } | undefined
  return async ({ url, headers: { 'accept-encoding': encodings, 'if-none-match': etags } }: FastifyRequest) => {
    const isOfFriend = /[?&]ref=/.test(url)
    const amount = isOfFriend ? undefined : await amountAtStart().catch(() => undefined)
    if (amount === undefined) return undefined
    if (filled?.amount !== amount) {
      const page = built.replaceAll(pricePlaceholder, () => amount)
      const packed = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      // Weak: compressed or not, it is one page.
      filled = { amount, page, packed, etag: `W/"${hash('sha256', page, 'base64url')}"` }
    }
    const { page, packed, etag } = filled
    if (etags?.includes(etag)) return { status: 304, headers: { ...headers, etag }, body: undefined }
    return /\bbr\b/.test(String(encodings))
      ? { status: 200, headers: { ...headers, etag, 'content-encoding': 'br' }, body: packed }
      : { status: 200, headers: { ...headers, etag }, body: page }
  }
}

const answerNoPage = (reply: FastifyReply) => reply.code(404).sendFile('404.html')

/**
 * Serves the built web app from `directory`: its prerendered pages and the shells of its other paths. An unknown path,
 * or a malformed id, gets page 404.html with that status (PUB-08, SAFE-01). Without a build only the API answers.
 * `amountAtStart` reads the price that `/start` begins with.
 */
export async function serveWebApp(
  app: App,
  directory: string,
  surroundings: PageSurroundings,
  amountAtStart: () => Promise<string | undefined>,
): Promise<void> {
  if (!existsSync(`${directory}/index.html`)) {
    app.setNotFoundHandler({}, answerUnknownCall)
    return
  }
  app.decorate('builtFonts', builtFonts(`${directory}/index.html`))
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
  const pricedFile = `${directory}/${pricedStartPage}`
  const pricedPage = existsSync(pricedFile) ? pricedStart(pricedFile, surroundings, amountAtStart) : undefined
  const shellOf = (name: string) =>
    existsSync(`${directory}/shells/${name}.html`) ? `shells/${name}.html` : 'index.html'
  for (const { name, pattern, page } of webRoutePatterns) {
    const file = page === 'prerendered' ? `${pattern.slice(1)}/index.html` : shellOf(name)
    app.get(pattern, { config: { who: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      if (webRouteAt(request.url.replace(/\?.*$/s, '')) === undefined) return answerNoPage(reply)
      if (page === 'key') reply.headers(ofKeyPages)
      const priced = name === 'start' ? await pricedPage?.(request) : undefined
      if (priced === undefined) return reply.sendFile(file)
      return reply.code(priced.status).headers(priced.headers).send(priced.body)
    })
  }
  app.setNotFoundHandler({}, (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (!isPage || request.url.startsWith(builtAssets)) return answerUnknownCall(request, reply)
    return answerNoPage(reply)
  })
}
