import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { firstUuidOf } from '../database/uuid.ts'
import { Refusal } from './refusal.ts'

/** The polling interval of each process, while it has connections. */
const roundMs = 1_000
/** The interval of heartbeats, so that no proxy takes the stream for dead. */
const heartbeatMs = 15_000
/** How far back rows are read again: a row may be committed after later ones. */
const lookBackMs = 10_000
/** A page that has just loaded missed at most this period. */
const freshPageMs = 30_000
/** After a longer absence a page reloads everything. */
const mostMissedMs = 10 * 60_000
/** The most rows sent one by one; beyond that, the pages reload everything. */
const mostRows = 1_000
/** The most unread bytes of a reader; beyond that, the reader is disconnected. */
const mostWaitingBytes = 64 * 1024
/** The options of a stream's route. A HEAD request would open a stream that nobody reads and nothing ends. */
export const streamRoute = { exposeHeadRoute: false } as const

/** The most streams of one person on this process: one per visible window. */
export const mostStreamsOfPerson = 6
/** The retry delay of a page beyond that limit, in seconds. */
const retrySeconds = 30

/** A server-sent event: its name, and ids as JSON. */
interface SentEvent {
  name: string
  ids: readonly string[]
}

/** The rows that a feed follows by their keys, and its readers. */
export interface FeedSource<Reader, Row extends { id: string }> {
  /** The readers with an open session. */
  openAmong(readers: readonly Reader[]): Promise<ReadonlySet<Reader>>
  /** The rows for some readers after a key, oldest first, at most `most` of each table. */
  rowsAfter(readers: readonly Reader[], wanted: { after: string; now: number; most: number }): Promise<Row[]>
  concerns(reader: Reader, row: Row): boolean
  eventsOf(rows: readonly Row[]): SentEvent[]
  personOf(reader: Reader): string
  /** The current state for each reader: sent first, and after each change. */
  stateOf?(readers: readonly Reader[], now: number): Promise<(reader: Reader) => SentEvent>
  /** Called when the stream of a reader has ended. */
  onEnd?(reader: Reader): void
}

/** A connected page. */
interface Connection<Reader> {
  reader: Reader
  stream: Readable
  /** Sent rows by key, with the time of sending. */
  sent: Map<string, number>
  /** The last event of the source's state. */
  state: string | undefined
  wroteAt: number
}

/** Sent instead of too many rows. */
const reload: SentEvent = { name: 'reload', ids: [] }
const eventText = ({ name, ids }: SentEvent) => `event: ${name}\ndata: ${JSON.stringify(ids)}\n`

function write(connection: Connection<unknown>, text: string, now: number): void {
  connection.wroteAt = now
  // The id lets a disconnected page resume.
  if (connection.stream.readableLength <= mostWaitingBytes) connection.stream.push(`id: ${now}\n${text}\n`)
  else connection.stream.destroy()
}

function sendRows<Reader, Row extends { id: string }>(
  source: FeedSource<Reader, Row>,
  connection: Connection<Reader>,
  rows: readonly Row[],
  now: number,
): void {
  const { reader, sent } = connection
  const own = rows.filter((row) => source.concerns(reader, row))
  const events = source.eventsOf(own.filter(({ id }) => !sent.has(id)))
  for (const { id } of own) sent.set(id, now)
  for (const [id, at] of sent) if (at < now - 2 * lookBackMs) sent.delete(id)
  for (const event of events) write(connection, eventText(event), now)
  if (rows.length >= mostRows) write(connection, eventText(reload), now)
  if (now - connection.wroteAt >= heartbeatMs || now < connection.wroteAt) write(connection, ': still here\n', now)
}

/** The instant in `Last-Event-ID`, in epoch milliseconds. */
function lastInstant({ headers }: FastifyRequest): number | undefined {
  const last = headers['last-event-id']
  return typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
}

const tooMany = () =>
  new Refusal(429, 'You have too many windows open.', {
    type: 'too_many_requests',
    value: retrySeconds,
    retryAfter: retrySeconds,
  })

/**
 * Live updates of one process: polls rows by their keys every second while it has connections; it works alike with one
 * process or many, on every database (decision 0026).
 */
export function createFeed<Reader, Row extends { id: string }>(
  { clock }: Pick<AppContext, 'clock'>,
  source: FeedSource<Reader, Row>,
  warn: (error: Error) => void,
) {
  const connections = new Set<Connection<Reader>>()
  let timer: NodeJS.Timeout | undefined
  /** The start of the last successful round. */
  let polledAt = 0
  let isStopped = false

  const rowsSince = (readers: readonly Reader[], since: number, now: number) =>
    source.rowsAfter(readers, { after: firstUuidOf(since - lookBackMs), now, most: mostRows })

  async function round(): Promise<void> {
    const now = clock.now()
    const connected = [...connections]
    const open = await source.openAmong(connected.map(({ reader }) => reader))
    for (const { reader, stream } of connected) if (!open.has(reader)) stream.push(null)
    const rows = await rowsSince([...open], Math.min(polledAt, now), now)
    const stateOf = await source.stateOf?.([...open], now)
    polledAt = now
    for (const connection of connected) {
      if (!open.has(connection.reader)) continue
      const state = stateOf && eventText(stateOf(connection.reader))
      if (state !== undefined && state !== connection.state) write(connection, state, now)
      connection.state = state
      sendRows(source, connection, rows, now)
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      void round()
        .catch(warn)
        .finally(() => {
          timer = undefined
          if (connections.size > 0 && !isStopped) schedule()
        })
    }, roundMs)
  }

  /** Sends the rows that a page missed before the rounds reach them. */
  async function catchUp(connection: Connection<Reader>, from: number): Promise<void> {
    const now = clock.now()
    if (now - from > mostMissedMs) return write(connection, eventText(reload), now)
    sendRows(source, connection, await rowsSince([connection.reader], from, now), now)
  }

  /** Opens a stream, from an instant on (epoch milliseconds) or for a page that has just loaded. */
  function connect(reader: Reader, since: number | undefined): Readable | undefined {
    const person = source.personOf(reader)
    const ofPerson = [...connections].filter((other) => source.personOf(other.reader) === person).length
    if (ofPerson >= mostStreamsOfPerson || isStopped) return undefined
    const now = clock.now()
    const stream = new Readable({ read() {} })
    const connection: Connection<Reader> = { reader, stream, sent: new Map(), state: undefined, wroteAt: now }
    if (connections.size === 0) polledAt = now
    connections.add(connection)
    stream.once('close', () => {
      connections.delete(connection)
      source.onEnd?.(reader)
    })
    // No header can refer to the future.
    const from = Math.min(since ?? now - freshPageMs, now)
    // A page that leaves before the first message resumes here.
    stream.push(`id: ${from}\n: open\n\n`)
    catchUp(connection, from).catch((error: Error) => {
      warn(error)
      stream.destroy()
    })
    schedule()
    return stream
  }

  return {
    /**
     * Answers a request with its reader's stream, which ends with the session and with the process; 429 beyond the
     * limit per person. `Last-Event-ID` resumes another stream.
     */
    answer(request: FastifyRequest, reply: FastifyReply, reader: Reader): Readable {
      const stream = connect(reader, lastInstant(request))
      if (stream === undefined) throw tooMany()
      // Proxies must not buffer the stream.
      reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      reply.type('text/event-stream; charset=utf-8')
      return stream
    },
    /** Ends all streams, so that their pages connect to another process. */
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const { stream } of connections) stream.push(null)
    },
  }
}
