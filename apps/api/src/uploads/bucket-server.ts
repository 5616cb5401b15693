import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isTrustedProxy, type TrustedProxies } from '../trusted-proxies.ts'
import { limitConnections } from './connection-limits.ts'

/** How an HTTP request is answered. */
export type Answers = (request: IncomingMessage, response: ServerResponse) => void

/**
 * How much of anybody's time and room the bucket's port takes (SAFE-07); milliseconds, bytes. A large file over a slow
 * line takes long, so a form has no limit here (`form-watch.ts`).
 */
export const portLimits = {
  /** Headers have to be there after so long. */
  headersMs: 10_000,
  headerBytes: 8 * 1024,
  connections: 2_000,
  networkConnections: 300,
  /** A connection on which nothing moves for so long is cut. */
  idleMs: 60_000,
  /** A request to the API, which is the bucket's neighbour, has to be there whole after so long. */
  requestMs: 30_000,
}

/** The server of the bucket's port: its objects and forms, and the calls of the upload page beside them (API-07). */
export function bucketServer(
  answers: { bucket: Answers; api: Answers },
  { limits = portLimits, trusted = 0 }: { limits?: typeof portLimits; trusted?: TrustedProxies } = {},
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: 0,
      maxHeaderSize: limits.headerBytes,
      connectionsCheckingInterval: Math.ceil(limits.headersMs / 5),
    },
    (request, response) => {
      if (request.url?.startsWith('/api/webhooks/files/') !== true) {
        answers.bucket(request, response)
        return
      }
      const late = setTimeout(() => request.destroy(), limits.requestMs)
      request.once('close', () => clearTimeout(late))
      answers.api(request, response)
    },
  )
  limitConnections(server, limits, (address) => isTrustedProxy(trusted, address))
  server.setTimeout(limits.idleMs)
  return server
}
