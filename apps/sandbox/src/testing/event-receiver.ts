import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call that was received. */
export interface ReceivedCall {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A stand-in for the product's webhook. */
export interface EventReceiver {
  readonly url: string
  /** Every call so far, the oldest first. */
  readonly received: ReceivedCall[]
  /** What it answers; 503 is a product that is down. */
  status: number
  close(): Promise<void>
}

/** Listens on a free port and keeps what comes. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const received: ReceivedCall[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(receiver.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
