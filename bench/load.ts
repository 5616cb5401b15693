import { Agent, request } from 'node:http'

/** One call of the API or of the bare server; `body` is sent as JSON. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  token?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends a call and returns the body's text; throws for a status other than 2xx, which must not count. */
export type Send = (call: Call) => Promise<string>

/** Sends calls to a port of this machine over keep-alive connections. */
export function sender(port: number): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true })
  const send: Send = ({ method, path, token, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, port, host: '127.0.0.1', method, path }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => {
          if (Math.floor((answer.statusCode ?? 0) / 100) === 2) resolve(text)
          else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${text.slice(0, 2000)}`))
        })
      })
      sent.on('error', reject)
      for (const [name, value] of Object.entries(headers ?? {})) sent.setHeader(name, value)
      if (token !== undefined) sent.setHeader('authorization', `Bearer ${token}`)
      if (body !== undefined) sent.setHeader('content-type', 'application/json')
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}

/** Keeps `connections` busy for a time; returns the number of calls and the duration. */
export async function saturate(
  { connections, durationMs }: { connections: number; durationMs: number },
  work: (connection: number) => Promise<unknown>,
): Promise<{ times: number; tookMs: number }> {
  const begun = performance.now()
  let times = 0
  const runConnection = async (connection: number) => {
    while (performance.now() < begun + durationMs) {
      await work(connection)
      times += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => runConnection(connection)))
  return { times, tookMs: performance.now() - begun }
}

/** Starts `work` at a fixed rate for a time, however long each call takes; `turn` counts from 0. */
export async function atRate(
  { perSecond, durationMs }: { perSecond: number; durationMs: number },
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  const begun = performance.now()
  const calls: Promise<unknown>[] = []
  for (let turn = 0; turn * 1000 < durationMs * perSecond; turn += 1) {
    const wait = begun + (turn * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    calls.push(work(turn))
  }
  await Promise.all(calls)
}
