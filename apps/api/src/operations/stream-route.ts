import type { Readable } from 'node:stream'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { Type } from 'typebox'
import type { AppContext } from '../app-context.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { operatorOf } from '../http/caller.ts'
import { createFeed, type FeedSource } from '../http/live-feed.ts'
import { openStaffSessions } from '../staff/staff-sessions.ts'
import { type ChangeForStaff, changesAfter } from './changes.store.ts'

/** A person of the staff who follows the changes. */
interface Follower {
  staffId: string
  /** The hash of the session's token. */
  hash: string
}

/** Live updates of the desk (DESK-01), for people of the staff alone. */
export function operationsStreamRoute(app: App, product: AppContext): void {
  const feed = createFeed(product, changesForStaff(product), (error) =>
    app.log.warn({ err: error }, 'live updates of the desk are late'),
  )
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => feed.stop())

  app.get(
    opsPaths.stream(),
    operationsCall('What happens to all orders, conversations and settings, as it happens', {
      description:
        'Server-sent events: `changed` with the subjects of what changed, named as in the log ("order {id}", "conversation {id}", "pricing"), `reload` when too much was missed. `Last-Event-ID` goes on where another stream ended.',
      200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(Type.String()) } } },
    }),
    async (request, reply) => {
      const { session } = operatorOf(request)
      if (session === null) throw new Error('The table of rights lets a machine follow changes.')
      return feed.answer(request, reply, { staffId: session.id, hash: session.hash })
    },
  )
}

const changesForStaff = (product: AppContext): FeedSource<Follower, ChangeForStaff> => ({
  async openAmong(followers) {
    const open = await openStaffSessions(
      product,
      followers.map(({ hash }) => hash),
    )
    return new Set(followers.filter(({ hash }) => open.has(hash)))
  },
  rowsAfter: async (_followers, { after, most }) => changesAfter(product.queries, after, most),
  concerns: () => true,
  eventsOf(rows) {
    const subjects = [...new Set(rows.map(({ subject }) => subject))]
    return subjects.length === 0 ? [] : [{ name: 'changed', ids: subjects }]
  },
  personOf: ({ staffId }) => staffId,
})
