import { isIP } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import qs from 'qs'
import { randomId } from '../random-id.ts'

/** In bytes, far above any body for the providers. */
const bodyLimit = 1024 * 1024

/** Reads a form or a query with brackets: `a=1`, `a[b]=1`, `a[0]=1` and `a[]=1`. */
const readForm = (text: string) =>
  qs.parse(text, { depth: 8, arrayLimit: 1000, parameterLimit: 10_000, plainObjects: true })

/** A server, or a part of it, then accepts only forms. */
export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, readForm(String(body))),
  )
}

/** A part of the server then also accepts JSON, and answers a refusal with a sentence in `{error}`. */
export function acceptControls(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'))
  server.setErrorHandler((error: Error & { status?: number; statusCode?: number }, _request, reply) => {
    const { status = error.statusCode } = error
    if (status === undefined) throw error
    return reply.code(status).send({ error: error.message })
  })
}

const refused = (sentence: string) => Object.assign(new Error(sentence), { statusCode: 403 })

/**
 * Whether a host name can only be this machine: a name of the internet could point another website's page here (DNS
 * rebinding).
 */
const isLocalName = (name: string, host: string) =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === host || /^(.+\.)?localhost$/.test(name)

/** Whether a page of another origin sent the request; programs send neither header, old browsers and plain HTTP only `Origin`. */
function isOfOtherOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== `http://${host}`
}

/**
 * Refuses requests that another website's page in this machine's browser can send (SBX-05); links and redirects from
 * outside work.
 */
async function refuseOtherWebsites(request: FastifyRequest, host: string): Promise<void> {
  const name = request.hostname.toLowerCase()
  if (!isLocalName(name, host)) {
    throw refused(`Reach the sandbox by localhost, an IP address or the name in SANDBOX_HOST, not by "${name}".`)
  }
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && isOfOtherOrigin(request)) throw refused('Another website may not steer the sandbox.')
}

/**
 * An HTTP server without routes on `host`. It accepts forms and checks them by the routes' schemas; an internal error
 * is logged and answered with 500.
 */
export function createHttpServer(host: string): FastifyInstance {
  const server = fastify({
    bodyLimit,
    forceCloseConnections: true,
    routerOptions: { querystringParser: readForm },
    genReqId: () => randomId('req_', 14),
    // Refuse unlisted parameters rather than drop them.
    ajv: { customOptions: { removeAdditional: false } },
  })
  acceptForms(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    await refuseOtherWebsites(request, host)
  })
  server.setNotFoundHandler((_request, reply) => reply.code(404).send('Not found\n'))
  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode < 500) return reply.code(statusCode).send(`${error.message}\n`)
    console.error(error)
    return reply.code(500).send('The sandbox failed; see its log\n')
  })
  return server
}

/** The path of a request without its query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** A query parameter as text; empty if absent. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Whether a person's browser asks, rather than a program. */
export const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.startsWith('text/html') ?? false

/** Resets the connection without an answer, like a broken network. */
export function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.resetAndDestroy()
  return reply
}

/** Answers like a misconfigured proxy: an HTML page with status 200. */
export function sendProxyErrorPage(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Welcome</title><p>It works!</p>')
}
