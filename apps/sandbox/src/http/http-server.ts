import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'

/** A request with its body read in whole. */
export interface HttpRequest {
  readonly method: string
  /** Path and query; the host is a placeholder. */
  readonly url: URL
  /** The named parts of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An answer in whole. */
export interface HttpReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Returned in place of a reply: the connection is reset, as by a broken network. */
export const CUT_CONNECTION = Symbol('cut connection')

/** Answers one request. */
export type HttpHandler = (request: HttpRequest) => Answer | Promise<Answer>
type Answer = HttpReply | typeof CUT_CONNECTION

/** One line of the route table. In the path, `:name` stands for a part and a last `*` for any rest. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY'
  readonly path: string
  readonly handle: HttpHandler
}

/** No body that the providers take comes near this many bytes. */
const BODY_LIMIT = 1024 * 1024

/**
 * The parameters of a path that fits a route's pattern, or undefined when it does not.
 *
 * @example matchPath('/c/pay/:session', '/c/pay/cs_test_1') // { session: 'cs_test_1' }
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  const open = wanted.at(-1) === '*'
  if (open ? given.length < wanted.length : given.length !== wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of (open ? wanted.slice(0, -1) : wanted).entries()) {
    const value = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return undefined
      continue
    }
    try {
      params[part.slice(1)] = decodeURIComponent(value)
    } catch {
      return undefined
    }
    if (value === '') return undefined
  }
  return params
}

async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size > BODY_LIMIT) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function answer(routes: readonly HttpRoute[], message: IncomingMessage): Promise<Answer> {
  const method = message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET')
  if (!URL.canParse(message.url ?? '/', 'http://sandbox.invalid')) return { status: 400, body: 'Bad address\n' }
  const url = new URL(message.url ?? '/', 'http://sandbox.invalid')
  const fitting = routes.flatMap((route) => {
    const params = matchPath(route.path, url.pathname)
    return params ? [{ route, params }] : []
  })
  const found = fitting.find(({ route }) => route.method === method || route.method === 'ANY')
  if (!found) {
    return fitting.length > 0
      ? {
          status: 405,
          headers: { allow: fitting.map(({ route }) => route.method).join(', ') },
          body: 'Method not allowed\n',
        }
      : { status: 404, body: 'Not found\n' }
  }
  const body = await readBody(message)
  if (body === undefined) return { status: 413, headers: { connection: 'close' }, body: 'Too large\n' }
  return found.route.handle({ method, url, params: found.params, headers: message.headers, body })
}

function send(response: ServerResponse, reply: Answer): void {
  if (reply === CUT_CONNECTION) {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(reply.status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  })
  response.end(reply.body)
}

/** An HTTP server over a table of routes; the first route that fits answers. A handler that throws answers 500. */
export function createHttpServer(routes: readonly HttpRoute[]): Server {
  return createServer((message, response) => {
    answer(routes, message)
      .catch((error: unknown): HttpReply => {
        // A caller that went away in the middle of its request is no fault of ours.
        if (!message.destroyed || message.complete) console.error(error)
        return { status: 500, body: 'The sandbox failed; see its log\n' }
      })
      .then((reply) => send(response, reply))
  })
}
