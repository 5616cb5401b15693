import { Readable } from 'node:stream'
import { onlyOrderOf } from '@nerdify/domain/sign-in/session-reach.ts'
import { firstUuidOf } from '../../database/uuid.ts'
import type { Queries } from '../../database/tables.ts'
import type { AppContext } from '../../app-context.ts'
import { openSessionsAmong } from '../../sessions/sessions.ts'
import type { OpenSession } from '../../http/caller.ts'
import { type FollowedEvent, orderEventsAfter } from '../orders.store.ts'

/** How often each process looks for what happened, while somebody is connected. */
const roundMs = 1_000
/** A line goes out at least so often, so that nothing on the way takes the stream for dead. */
const heartbeatMs = 15_000
/** Events are looked for again for so long: one may be committed after others that were made later. */
const lookBackMs = 10_000
/** A page that has just read its orders missed at most what happened since. */
const freshPageMs = 30_000
/** A page that was away longer reloads all its orders. */
const mostMissedMs = 10 * 60_000
/** Events that are sent one by one; beyond this number the pages reload all orders. */
const mostEvents = 1_000
/** A reader who takes in nothing is let go, in bytes that wait for them. */
const mostWaitingBytes = 64 * 1024
/** Streams of one client on this process: one for each window that is in view. */
export const mostStreamsOfClient = 6

/** A connected page. */
interface Reader extends OpenSession {
  stream: Readable
  /** Events that it knows of, by their keys, with the time they were told. */
  told: Map<string, number>
  wroteAt: number
}

/** Reads the messages of some clients that became visible after a key and until `now`, oldest first. */
export type FollowMessages = (
  queries: Queries,
  wanted: { clientIds: readonly string[]; after: string; now: number; most: number },
) => Promise<{ client_id: string; conversation_id: string; id: string }[]>

/** An event of an order, or a message of a conversation with that id (TALK-02). */
type News = FollowedEvent & { isMessage?: boolean }

/** Sent instead of too much. */
const reload = 'event: reload\ndata: []\n'
/** What is sent of orders that something happened to; the page asks for them as ever (abuse 32). */
const changed = (orderIds: Iterable<string>) => `event: changed\ndata: ${JSON.stringify([...orderIds])}\n`
const newMessages = (conversationIds: Iterable<string>) =>
  `event: messages\ndata: ${JSON.stringify([...conversationIds])}\n`

function write(reader: Reader, text: string, now: number): void {
  reader.wroteAt = now
  // The id is where a page goes on that was cut off.
  if (reader.stream.readableLength <= mostWaitingBytes) reader.stream.push(`id: ${now}\n${text}\n`)
  else reader.stream.destroy()
}

function tell(reader: Reader, events: readonly News[], now: number): void {
  const only = onlyOrderOf(reader)
  const news = events.filter(
    ({ id, order_id: orderId }) => !reader.told.has(id) && (only === undefined || only === orderId),
  )
  for (const { id } of events) reader.told.set(id, now)
  for (const [id, at] of reader.told) if (at < now - 2 * lookBackMs) reader.told.delete(id)
  const idsOf = (kind: readonly News[]) => new Set(kind.map((event) => event.order_id))
  const messages = news.filter(({ isMessage }) => isMessage)
  const changes = news.filter(({ isMessage }) => !isMessage)
  if (changes.length > 0) write(reader, changed(idsOf(changes)), now)
  if (messages.length > 0) write(reader, newMessages(idsOf(messages)), now)
  if (news.length > 0) return
  if (now - reader.wroteAt >= heartbeatMs || now < reader.wroteAt) write(reader, ': still here\n', now)
}

/**
 * Live updates of one process (CAB-08): follows the events of orders by their keys, every second and only for the clients
 * who are connected to this process; so it is the same with one process or many, on every database (decision 0026).
 */
export function streamOrders(product: AppContext, followMessages: FollowMessages, warn: (error: Error) => void) {
  const readers = new Set<Reader>()
  let timer: NodeJS.Timeout | undefined
  /** When the last round that found an answer began. */
  let lookedAt = 0
  let isStopped = false

  /** What happened after an instant: events of orders, then messages. */
  async function newsOf(clientIds: readonly string[], since: number, now: number): Promise<News[]> {
    const wanted = { clientIds, after: firstUuidOf(since - lookBackMs), most: mostEvents }
    const [events, messages] = await Promise.all([
      orderEventsAfter(product.queries, wanted),
      followMessages(product.queries, { ...wanted, now }),
    ])
    const followed = messages.map(({ conversation_id, ...message }) => ({
      ...message,
      order_id: conversation_id,
      isMessage: true,
    }))
    return [...events, ...followed]
  }

  async function round(): Promise<void> {
    const now = product.clock.now()
    const connected = [...readers]
    const open = await openSessionsAmong(product, connected)
    for (const reader of connected) if (!open.has(reader.sessionId)) reader.stream.push(null)
    const clientIds = [...new Set(connected.map(({ clientId }) => clientId))]
    const events = await newsOf(clientIds, Math.min(lookedAt, now), now)
    lookedAt = now
    const byClient = Map.groupBy(events, ({ client_id: clientId }) => clientId)
    for (const reader of connected) {
      if (!open.has(reader.sessionId)) continue
      tell(reader, byClient.get(reader.clientId) ?? [], now)
      if (events.length >= mostEvents) write(reader, reload, now)
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      void round()
        .catch(warn)
        .finally(() => {
          timer = undefined
          if (readers.size > 0 && !isStopped) schedule()
        })
    }, roundMs)
  }

  /** What a page missed before the rounds see it. */
  async function catchUp(reader: Reader, since: number | undefined): Promise<void> {
    const now = product.clock.now()
    // Nobody has seen what is still to come, whatever a header says.
    const from = Math.min(since ?? now - freshPageMs, now)
    if (now - from > mostMissedMs) return write(reader, reload, now)
    const events = await newsOf([reader.clientId], from, now)
    tell(reader, events, now)
    if (events.length >= mostEvents) write(reader, reload, now)
  }

  return {
    /**
     * Opens the stream of a session, from an instant on (epoch milliseconds) or for a page that has just been loaded;
     * nothing when the client has too many. It ends with the session, and with the process.
     */
    open(session: OpenSession, since: number | undefined): Readable | undefined {
      const ofClient = [...readers].filter(({ clientId }) => clientId === session.clientId).length
      if (ofClient >= mostStreamsOfClient || isStopped) return undefined
      const now = product.clock.now()
      const stream = new Readable({ read() {} })
      const reader: Reader = { ...session, stream, told: new Map(), wroteAt: now }
      if (readers.size === 0) lookedAt = now
      readers.add(reader)
      stream.once('close', () => readers.delete(reader))
      stream.push(': open\n\n')
      catchUp(reader, since).catch((error: Error) => {
        warn(error)
        stream.destroy()
      })
      schedule()
      return stream
    },
    /** Ends all streams, so that their pages go to another process. */
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const { stream } of readers) stream.push(null)
    },
  }
}
