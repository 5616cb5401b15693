import type { Readable } from 'node:stream'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { Type } from 'typebox'
import type { App } from '../../http/app-type.ts'
import { clientCall } from '../../http/call.ts'
import { clientOf } from '../../http/caller.ts'
import { Refusal } from '../../http/refusal.ts'
import type { AppContext } from '../../app-context.ts'
import { type FollowMessages, streamOrders } from './order-stream.ts'

/** Seconds after which a page with too many neighbours may ask again. */
const retrySeconds = 30

/** Live updates of a client's orders (CAB-08), to be read with the bearer token by `fetch`. */
export function orderStreamRoute(app: App, product: AppContext, followMessages: FollowMessages): void {
  const streams = streamOrders(product, followMessages, (error) =>
    app.log.warn({ err: error }, 'live updates are late'),
  )
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => streams.stop())

  app.get(
    apiPaths.orderStream(),
    clientCall('What happens to the client’s orders, as it happens', {
      description:
        'Server-sent events: `changed` with the ids of orders, `messages` with those of conversations (the order’s id, or the client’s for the general one), `reload` when too much was missed. `Last-Event-ID` goes on where another stream ended.',
      200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(Type.String()) } } },
    }),
    async (request, reply) => {
      const last = request.headers['last-event-id']
      const since = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
      const stream = streams.open(clientOf(request), since)
      if (stream === undefined) {
        throw new Refusal(429, 'You have too many windows open.', {
          type: 'too_many_requests',
          value: retrySeconds,
          retryAfter: retrySeconds,
        })
      }
      // Proxies are not to gather what should arrive now.
      reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      return reply.type('text/event-stream; charset=utf-8').send(stream)
    },
  )
}
