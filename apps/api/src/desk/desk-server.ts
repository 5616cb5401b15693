import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import fastifyStatic from '@fastify/static'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import Fastify from 'fastify'
import { builtAssets, builtFiles } from '../http/answers/built-files.ts'
import { originHeaders } from '../http/answers/security-headers.ts'
import { answerUnreadableRequest } from '../http/requests/unreadable-requests.ts'
import { deskCookie, markFromDesk } from '../http/requests/from-desk.ts'

/** Limits of the desk's port, in milliseconds: the time for a whole request, and the interval of its check. */
const limits = { requestMs: 30_000, lookEveryMs: 5_000 }

/** Its pages load only from their own origin, without inline scripts or styles, and in no frame (DESK-09). */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const readMethods: readonly (string | undefined)[] = ['GET', 'HEAD']

interface DeskOptions {
  /** The built desk. */
  directory: string
  /** The origin that browsers use. */
  origin: string
  /** The product's answers to `/api/ops` and `/healthz`. */
  api: (request: IncomingMessage, response: ServerResponse) => void
}

/** The server of the desk's origin: its pages, and the calls of staff (DESK-09). */
export async function deskServer({ directory, origin, api }: DeskOptions): Promise<Server> {
  const pages = await deskPages(directory)
  const headers = {
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
    ...originHeaders(origin),
  }
  const pageHeaders = {
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
  const cookie = deskCookie(origin)
  const server = createServer(
    {
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.lookEveryMs,
    },
    (request, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      const path = request.url ?? ''
      if (path !== '/healthz' && !path.startsWith('/api/ops/')) {
        for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
        pages(request, response)
        return
      }
      if (!readMethods.includes(request.method) && request.headers.origin !== origin) {
        refuse(response)
        return
      }
      markFromDesk(request, origin)
      useCookieAsToken(request, cookie)
      api(request, response)
    },
  )
  server.on('clientError', answerUnreadableRequest)
  return server
}

/** The cookie is the only proof of a session here: it becomes the bearer token and replaces any other. */
function useCookieAsToken({ headers }: IncomingMessage, name: string): void {
  const pairs = (headers.cookie ?? '').split(/; */)
  const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  if (token) headers.authorization = `Bearer ${token}`
  else delete headers.authorization
}

/** A write from another site's page (DESK-09). */
function refuse(response: ServerResponse): void {
  const body: ErrorBody = {
    text: 'This call does not come from the desk.',
    error_value: null,
    error_type: 'wrong_origin',
  }
  response.writeHead(403, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** The desk has one page; its script shows the screen of the address. */
async function deskPages(directory: string) {
  const app = Fastify({ logger: false })
  if (existsSync(`${directory}/index.html`)) {
    await app.register(fastifyStatic, builtFiles(directory))
    app.setNotFoundHandler((request, reply) => {
      const isPage = [builtAssets, '/api/'].every((folder) => !request.url.startsWith(folder))
      if (!readMethods.includes(request.method) || !isPage) return reply.code(404).send()
      return reply.sendFile('index.html')
    })
  }
  await app.ready()
  return app.routing
}
