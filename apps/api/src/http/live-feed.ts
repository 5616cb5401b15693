import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { firstUuidOf } from '../database/uuid.ts'
import { Refusal } from './refusal.ts'

/** How often each process looks for what happened, while somebody is connected. */
const roundMs = 1_000
/** A line goes out at least so often, so that nothing on the way takes the stream for dead. */
const heartbeatMs = 15_000
/** Rows are looked for again for so long: one may be committed after others that were made later. */
const lookBackMs = 10_000
/** A page that has just read everything missed at most what happened since. */
const freshPageMs = 30_000
/** A page that was away longer reloads everything. */
const mostMissedMs = 10 * 60_000
/** Rows that are sent one by one; beyond this number the pages reload everything. */
const mostRows = 1_000
/** A reader who takes in nothing is let go, in bytes that wait for them. */
const mostWaitingBytes = 64 * 1024
/** Streams of one person on this process: one for each window that is in view. */
export const mostStreamsOfPerson = 6
/** Seconds after which a page with too many neighbours may ask again. */
const retrySeconds = 30

/** A server-sent event: its name, and ids as JSON. */
interface SentEvent {
  name: string
  ids: readonly string[]
}

/** The rows that a feed follows by their keys, and who reads them. */
export interface FeedSource<Reader, Row extends { id: string }> {
  /** The readers whose sessions are open. */
  openAmong(readers: readonly Reader[]): Promise<ReadonlySet<Reader>>
  /** The rows for some readers after a key, oldest first, at most `most` of each table. */
  rowsAfter(readers: readonly Reader[], wanted: { after: string; now: number; most: number }): Promise<Row[]>
  concerns(reader: Reader, row: Row): boolean
  eventsOf(rows: readonly Row[]): SentEvent[]
  personOf(reader: Reader): string
  /** What is so now, for each reader: sent first, and whenever it differs from the last one. */
  stateOf?(readers: readonly Reader[], now: number): Promise<(reader: Reader) => SentEvent>
  /** The stream of a reader has ended. */
  left?(reader: Reader): void
}

/** A connected page. */
interface Connection<Reader> {
  reader: Reader
  stream: Readable
  /** Rows that it knows of, by their keys, with the time of sending. */
  sent: Map<string, number>
  /** The last event of the source's state. */
  state: string | undefined
  wroteAt: number
}

/** Sent instead of too much. */
const reload: SentEvent = { name: 'reload', ids: [] }
const eventText = ({ name, ids }: SentEvent) => `event: ${name}\ndata: ${JSON.stringify(ids)}\n`

function write(connection: Connection<unknown>, text: string, now: number): void {
  connection.wroteAt = now
  // The id is where a page goes on that was cut off.
  if (connection.stream.readableLength <= mostWaitingBytes) connection.stream.push(`id: ${now}\n${text}\n`)
  else connection.stream.destroy()
}

function tell<Reader, Row extends { id: string }>(
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
 * Live updates of one process: follows rows by their keys, every second and only while somebody is connected to this
 * process; so it is the same with one process or many, on every database (decision 0026).
 */
export function createFeed<Reader, Row extends { id: string }>(
  { clock }: Pick<AppContext, 'clock'>,
  source: FeedSource<Reader, Row>,
  warn: (error: Error) => void,
) {
  const connections = new Set<Connection<Reader>>()
  let timer: NodeJS.Timeout | undefined
  /** When the last round that found an answer began. */
  let lookedAt = 0
  let isStopped = false

  const rowsSince = (readers: readonly Reader[], since: number, now: number) =>
    source.rowsAfter(readers, { after: firstUuidOf(since - lookBackMs), now, most: mostRows })

  async function round(): Promise<void> {
    const now = clock.now()
    const connected = [...connections]
    const open = await source.openAmong(connected.map(({ reader }) => reader))
    for (const { reader, stream } of connected) if (!open.has(reader)) stream.push(null)
    const rows = await rowsSince([...open], Math.min(lookedAt, now), now)
    const stateOf = await source.stateOf?.([...open], now)
    lookedAt = now
    for (const connection of connected) {
      if (!open.has(connection.reader)) continue
      const state = stateOf && eventText(stateOf(connection.reader))
      if (state !== undefined && state !== connection.state) write(connection, state, now)
      connection.state = state
      tell(source, connection, rows, now)
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

  /** What a page missed before the rounds see it. */
  async function catchUp(connection: Connection<Reader>, since: number | undefined): Promise<void> {
    const now = clock.now()
    // Nobody has seen what is still to come, whatever a header says.
    const from = Math.min(since ?? now - freshPageMs, now)
    if (now - from > mostMissedMs) return write(connection, eventText(reload), now)
    tell(source, connection, await rowsSince([connection.reader], from, now), now)
  }

  /** Opens a stream, from an instant on (epoch milliseconds) or for a page that has just been loaded. */
  function connect(reader: Reader, since: number | undefined): Readable | undefined {
    const person = source.personOf(reader)
    const ofPerson = [...connections].filter((other) => source.personOf(other.reader) === person).length
    if (ofPerson >= mostStreamsOfPerson || isStopped) return undefined
    const now = clock.now()
    const stream = new Readable({ read() {} })
    const connection: Connection<Reader> = { reader, stream, sent: new Map(), state: undefined, wroteAt: now }
    if (connections.size === 0) lookedAt = now
    connections.add(connection)
    stream.once('close', () => {
      connections.delete(connection)
      source.left?.(reader)
    })
    stream.push(': open\n\n')
    catchUp(connection, since).catch((error: Error) => {
      warn(error)
      stream.destroy()
    })
    schedule()
    return stream
  }

  return {
    /**
     * Answers a request with the stream of its reader, which ends with the session and with the process; 429 when the
     * person has too many. `Last-Event-ID` goes on where another stream ended.
     */
    answer(request: FastifyRequest, reply: FastifyReply, reader: Reader): Readable {
      const stream = connect(reader, lastInstant(request))
      if (stream === undefined) throw tooMany()
      // Proxies are not to gather what should arrive now.
      reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      reply.type('text/event-stream; charset=utf-8')
      return stream
    },
    /** Ends all streams, so that their pages go to another process. */
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const { stream } of connections) stream.push(null)
    },
  }
}
