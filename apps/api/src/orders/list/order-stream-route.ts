import type { Readable } from 'node:stream'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { onlyOrderOf } from '@nerdify/domain/sign-in/session-reach.ts'
import { Type } from 'typebox'
import type { AppContext } from '../../app-context.ts'
import type { Queries } from '../../database/tables.ts'
import type { App } from '../../http/app-type.ts'
import { clientCall } from '../../http/call.ts'
import { clientOf, type OpenSession } from '../../http/caller.ts'
import { createFeed, type FeedSource, streamRoute } from '../../http/live-feed.ts'
import { openSessionsAmong } from '../../sessions/sessions.ts'
import { type OrderEventIds, orderEventsAfter } from '../orders.store.ts'

/** Reads the messages of some clients that became visible after a key and until `now`, oldest first. */
type FollowMessages = (
  queries: Queries,
  wanted: { clientIds: readonly string[]; after: string; now: number; most: number },
) => Promise<{ client_id: string; conversation_id: string; id: string }[]>

/** An event of an order, or a message of a conversation with that id (TALK-02). */
type News = OrderEventIds & { isMessage?: boolean }

/** Live updates of a client's orders (CAB-08), fetched with the bearer token. */
export function orderStreamRoute(app: App, product: AppContext, followMessages: FollowMessages): void {
  const feed = createFeed(product, ordersOfClients(product, followMessages), (error) =>
    app.log.warn({ err: error }, 'live updates are late'),
  )
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => feed.stop())

  app.get(
    apiPaths.orderStream(),
    {
      ...streamRoute,
      ...clientCall('What happens to the client’s orders, as it happens', {
        description:
          'Server-sent events: `changed` with the ids of orders, `messages` with those of conversations (the order’s id, or the client’s for the general one), `reload` when too much was missed. `Last-Event-ID` continues where another stream ended.',
        200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(Type.String()) } } },
      }),
    },
    async (request, reply) => feed.answer(request, reply, clientOf(request)),
  )
}

const ordersOfClients = (product: AppContext, followMessages: FollowMessages): FeedSource<OpenSession, News> => ({
  async openAmong(sessions) {
    const open = await openSessionsAmong(product, sessions)
    return new Set(sessions.filter(({ sessionId }) => open.has(sessionId)))
  },
  async rowsAfter(sessions, { now, ...wanted }) {
    const clientIds = [...new Set(sessions.map(({ clientId }) => clientId))]
    const [events, messages] = await Promise.all([
      orderEventsAfter(product.queries, { clientIds, ...wanted }),
      followMessages(product.queries, { clientIds, ...wanted, now }),
    ])
    const followed = messages.map(({ conversation_id, ...message }) => ({
      ...message,
      order_id: conversation_id,
      isMessage: true,
    }))
    return [...events, ...followed]
  },
  concerns(session, { client_id: clientId, order_id: orderId }) {
    const only = onlyOrderOf(session)
    return clientId === session.clientId && (only === undefined || only === orderId)
  },
  // Only ids: the page fetches the orders as usual (abuse 32).
  eventsOf(rows) {
    const idsOf = (isMessage: boolean) => [
      ...new Set(rows.filter((row) => (row.isMessage ?? false) === isMessage).map((row) => row.order_id)),
    ]
    return [
      { name: 'changed', ids: idsOf(false) },
      { name: 'messages', ids: idsOf(true) },
    ].filter(({ ids }) => ids.length > 0)
  },
  personOf: ({ clientId }) => clientId,
})
