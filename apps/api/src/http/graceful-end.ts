import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks the connections of a server, so that shutdown is quick and loses no request (OPS-03). Node's own `close` waits
 * a minute for idle keep-alive connections, and stops timing requests.
 *
 * @returns closes idle connections at once, busy ones after their answer, and the rest after `graceMs`; call it
 *   together with the server's own `close`
 */
export function watchConnections(server: Server): (graceMs: number) => void {
  const unused = new Set<Socket>()
  const underWay = new Set<ServerResponse>()
  let isEnding = false
  /** Closes the connection after the answer. */
  const endWith = (response: ServerResponse) => {
    if (response.headersSent) response.once('close', () => response.req.socket.destroySoon())
    else response.setHeader('connection', 'close')
  }
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    unused.delete(request.socket)
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    if (isEnding) endWith(response)
  })
  return (graceMs) => {
    isEnding = true
    // Bytes on the connection mean that a request has begun to arrive.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    for (const response of underWay) endWith(response)
    const last = setTimeout(() => server.closeAllConnections(), graceMs)
    last.unref()
    server.once('close', () => clearTimeout(last))
  }
}
