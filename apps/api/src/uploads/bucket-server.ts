import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isTrustedProxy, type TrustedProxies } from '../trusted-proxies.ts'
import { limitConnections } from './connection-limits.ts'

/** A request handler. */
export type Answers = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Limits of the bucket's port, in milliseconds and bytes (SAFE-07). A large file over a slow line takes long, so forms
 * have limits of their own (`embedded-bucket/form-watch.ts`).
 */
export const portLimits = {
  /** Time for the headers. */
  headersMs: 10_000,
  headerBytes: 8 * 1024,
  connections: 2_000,
  networkConnections: 300,
  /** Time until an idle connection is cut. */
  idleMs: 60_000,
  /** Time for a whole request to the API, which shares the port. */
  requestMs: 30_000,
}

/** The server of the bucket's port: objects and forms, and the calls of the upload page (API-07). */
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
