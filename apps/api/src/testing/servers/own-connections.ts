import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The answer. */
export interface Answer<Body> {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Body
}

/** Sends each request to a port on a new connection, so that any process behind it may get it. */
export function callOf(port: number) {
  return <Body>(
    method: string,
    path: string,
    { token, body, key }: { token?: string | undefined; body?: unknown; key?: string } = {},
  ): Promise<Answer<Body>> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent: false,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
        },
        (answer) => {
          const { statusCode: status = 0, headers } = answer
          const isJson = String(headers['content-type']).includes('json')
          text(answer)
            .then((words) => resolve({ status, headers, body: (isJson ? JSON.parse(words) : undefined) as Body }))
            // The process may end during its answer.
            .catch(reject)
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
}
