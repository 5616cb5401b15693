import { connect } from 'node:net'

/** Requests for one address, as many at once as there are connections. */
export interface Load {
  port: number
  connections: number
  durationMs: number
  /** The whole text of the next request of a connection. */
  request(connection: number): string
}

/** How many requests were answered with 2xx in how long. */
export interface LoadResult {
  answered: number
  tookMs: number
}

/** The text of an HTTP request; `body` goes as JSON. */
export function requestText(
  method: string,
  path: string,
  { token, headers = {}, body }: { token?: string; headers?: Record<string, string>; body?: unknown } = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/**
 * Sends requests over kept connections, the next one of a connection as soon as its last one is answered. It parses next
 * to nothing, so that what is measured is the server. Any answer but 2xx is an error: nothing else may be counted.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const begun = performance.now()
  const until = begun + load.durationMs
  const counts = await Promise.all(
    Array.from({ length: load.connections }, (_, connection) => runConnection(load, connection, until)),
  )
  return { answered: counts.reduce((sum, count) => sum + count, 0), tookMs: performance.now() - begun }
}

function runConnection(load: Load, connection: number, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
    let answered = 0
    let received = ''
    let wanted = -1
    const next = () => {
      received = ''
      wanted = -1
      socket.write(load.request(connection))
    }
    socket.setEncoding('latin1')
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection under load.')))
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk
      if (wanted < 0) {
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) return
        wanted = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0)
      }
      if (received.length < wanted) return
      if (received.charCodeAt(9) !== 50) {
        socket.removeAllListeners('close')
        socket.destroy()
        return reject(new Error(`A request under load was answered so: ${received.slice(0, 2000)}`))
      }
      answered += 1
      if (performance.now() < until) return next()
      socket.removeAllListeners('close')
      socket.destroy()
      resolve(answered)
    })
  })
}

/** How many bytes the body of an answer has on the wire. */
export function sizeOfAnswer(port: number, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request))
    let received = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      received += chunk
      const end = received.indexOf('\r\n\r\n')
      const length = end < 0 ? undefined : /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1]
      if (end >= 0 && length === undefined) return reject(new Error('The answer does not say how long it is.'))
      if (length === undefined || received.length < end + 4 + Number(length)) return
      socket.destroy()
      resolve(Number(length))
    })
  })
}
