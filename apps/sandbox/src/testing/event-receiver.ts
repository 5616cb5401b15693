import { fastify } from 'fastify'

/** A stand-in for the product's webhook. */
export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>
/** A call that was received. */
export type ReceivedCall = EventReceiver['received'][number]

/** Listens on a free port and records the calls, oldest first; it answers `status`: 503 is a product that is down. */
export async function startEventReceiver() {
  const received: { headers: Readonly<Record<string, string | string[] | undefined>>; body: string }[] = []
  const server = fastify({ forceCloseConnections: true })
  const receiver = { url: '', received, status: 200, close: () => server.close() }
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.post('/webhooks', ({ headers, body }, reply) => {
    received.push({ headers, body: String(body) })
    return reply.code(receiver.status).send()
  })
  receiver.url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/webhooks`
  return receiver
}
