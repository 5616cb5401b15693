import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy on a free port, like those in front of products: it appends the address that it sees to `X-Forwarded-For`.
 *
 * @param gateway address that it sees in place of every visitor's, as behind a gateway that hides them
 */
export async function startAddingProxy(
  target: string,
  gateway?: string,
): Promise<{ url: string; end(): Promise<unknown> }> {
  const server = createServer((request, response) => {
    const forwarded = [request.headers['x-forwarded-for'], gateway ?? request.socket.remoteAddress]
      .filter(Boolean)
      .join(', ')
    const onward = ask(target + request.url, {
      method: request.method,
      headers: { ...request.headers, 'x-forwarded-for': forwarded },
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async end() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
