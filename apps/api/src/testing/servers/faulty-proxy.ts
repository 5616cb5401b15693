import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { CallFault } from '../cards/card-provider-under-test.ts'

/** An HTTP proxy that breaks a test's chosen calls; it does not parse their bodies. */
export interface FaultyProxy {
  /** Its own origin, on this machine. */
  url: string
  /** Breaks the next matching calls, after those planned already. */
  breakCalls(fault: CallFault): void
  /** Stops breaking calls. */
  mend(): void
  close(): Promise<void>
}

/** The headers that describe the body on one connection only. */
const hopByHopHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/** Starts a proxy on a free port of this machine, in front of an origin such as `https://api.stripe.com`. */
export async function startFaultyProxy(upstream: string): Promise<FaultyProxy> {
  let planned: (CallFault & { calls: number })[] = []

  function takeFault(method: string, path: string): CallFault['fault'] | undefined {
    const next = planned.find(
      (fault) => (fault.method ?? method) === method && (fault.path === undefined || path.startsWith(fault.path)),
    )
    if (next === undefined) return undefined
    next.calls -= 1
    planned = planned.filter(({ calls }) => calls > 0)
    return next.fault
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [method, path] = [request.method ?? 'GET', request.url ?? '/']
    const body = await buffer(request)
    const fault = takeFault(method, path)
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === 'nonsense') return void response.end('<html>nonsense</html>')
    if (fault === 'error' || fault === 'rate_limit') {
      response.writeHead(fault === 'error' ? 500 : 429, { 'content-type': 'application/json' })
      const error =
        fault === 'error'
          ? { type: 'api_error', message: 'Broken by a test.' }
          : { type: 'invalid_request_error', code: 'rate_limit', message: 'Limited by a test.' }
      return void response.end(JSON.stringify({ error }))
    }
    const answer = await fetch(upstream + path, {
      method,
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        hopByHopHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
      ),
      redirect: 'manual',
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    })
    const answered = new Uint8Array(await answer.arrayBuffer())
    if (fault === 'lose_response') return void request.socket.destroy()
    const headers = [...answer.headers].filter(([name]) => !hopByHopHeaders.has(name))
    response.writeHead(answer.status, Object.fromEntries(headers))
    response.end(answered)
  }

  const server = createServer((request, response) => {
    // The target is unreachable: the caller sees a broken connection.
    forward(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakCalls: ({ calls = 1, ...fault }) => void planned.push({ calls, ...fault }),
    mend() {
      planned = []
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
