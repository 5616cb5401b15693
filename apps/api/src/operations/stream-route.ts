import type { Readable } from 'node:stream'
import { StreamQuery } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { Type } from 'typebox'
import type { AppContext } from '../app-context.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { operatorOf } from '../http/caller.ts'
import { createFeed, type FeedSource, streamRoute } from '../http/live-feed.ts'
import { uuidv7 } from '../database/uuid.ts'
import { openStaffSessions } from '../staff/staff-sessions.ts'
import { type ChangeForStaff, changesAfter } from './changes.store.ts'
import { createOpenPages, type PageStream } from './open-pages.ts'

/** A staff member who follows the changes. */
interface Follower extends PageStream {
  /** The hash of the session's token. */
  hash: string
}

/** Live updates of the desk (DESK-01), for staff only. */
export function operationsStreamRoute(app: App, product: AppContext): void {
  const warn = (error: Error) => app.log.warn({ err: error }, 'live updates of the desk are late')
  const feed = createFeed(product, changesForStaff(product, warn), warn)
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => feed.stop())

  app.get(
    opsPaths.stream(),
    {
      ...streamRoute,
      ...operationsCall('What happens to all orders, conversations and settings, as it happens', {
        description:
          'Server-sent events: `changed` with the subjects of what changed, named as in the log ("order {id}", "conversation {id}", "pricing"), `open` with the pages that others have open ("order {id} Alex"), `reload` when too much was missed. `page` is what this one shows, until the stream ends. `Last-Event-ID` continues where another stream ended.',
        querystring: StreamQuery,
        200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(Type.String()) } } },
      }),
    },
    async (request, reply) => {
      const { session } = operatorOf(request)
      if (session === null) throw new Error('The table of rights lets a machine follow changes.')
      const id = uuidv7(product.clock.now())
      return feed.answer(request, reply, { id, staffId: session.id, hash: session.hash, page: request.query.page })
    },
  )
}

function changesForStaff(product: AppContext, warn: (error: Error) => void): FeedSource<Follower, ChangeForStaff> {
  const pages = createOpenPages(product, warn)
  return {
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
    async stateOf(followers, now) {
      const othersOf = await pages.othersOf(followers, now)
      return (follower) => ({ name: 'open', ids: othersOf(follower) })
    },
    onEnd: pages.close,
  }
}
