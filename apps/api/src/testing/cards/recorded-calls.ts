import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call to the card provider, as on the wire. */
export interface RecordedCall {
  method: string
  /** The path with ids in place, without `/v1` and the query. */
  path: string
  /** The form or the query of the request, decoded. */
  values: URLSearchParams
  status: number
  /** The body of the answer, read as JSON. */
  answer: { object?: string; error?: unknown }
}

/** A recording proxy: passes calls on to `target` and records both directions. */
export async function recordCalls(target: string): Promise<{ url: string; calls: RecordedCall[]; end: () => void }> {
  const calls: RecordedCall[] = []
  const server = createServer(async (incoming, outgoing) => {
    const sent = await textOf(incoming)
    const { method = 'GET', url = '/', headers } = incoming
    const onward = request(new URL(url, target), { method, headers }, async (received) => {
      const answer = await textOf(received)
      const { pathname, search } = new URL(url, target)
      calls.push({
        method,
        path: pathname.replace(/^\/v1/, ''),
        values: new URLSearchParams(method === 'GET' ? search : sent),
        status: received.statusCode ?? 0,
        answer: JSON.parse(answer),
      })
      outgoing.writeHead(received.statusCode ?? 502, received.headers).end(answer)
    })
    onward.end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, calls, end: () => server.close() }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
