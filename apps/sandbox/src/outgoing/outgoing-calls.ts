import { EventEmitter, once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import type { SandboxClock } from '../clock.ts'

/** A webhook call that a provider owes. */
export interface OutgoingCall {
  readonly kind: string
  /** The id of its event or message. */
  readonly subject: string
  readonly url: string
  readonly content_type: string
  readonly body: string
}

/** The state of a call. */
export interface OutgoingCallReport {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly state: 'pending' | 'delivered' | 'given_up'
  readonly attempts: number
  /** HTTP status of the last attempt; 0 without an answer, null before the first. */
  readonly last_status: number | null
}

/** How calls of one kind are sent. */
export interface CallKind {
  /** Headers of one attempt; rebuilt each time, because signatures include the time. */
  headers(call: OutgoingCall): Record<string, string>
  /** Milliseconds before the next retry after this number of failures; undefined to give up. */
  retryDelay(failures: number): number | undefined
  /** Whether calls of this kind are paused. */
  paused?(): boolean
}

interface DueCall extends OutgoingCall, Pick<OutgoingCallReport, 'id' | 'attempts'> {
  readonly next_at: number
}

const attemptTimeoutMs = 10_000
const concurrentAttempts = 10
const longestTimerMs = 2 ** 31 - 1

/**
 * The outbox of the providers' webhooks: the database stores calls until a 2xx answer, so that they survive a restart.
 * Each call has one attempt at a time; different calls run in parallel and may overtake each other, as with the real
 * providers.
 */
export class OutgoingCalls {
  readonly #database: DatabaseSync
  readonly #clock: SandboxClock
  readonly #kinds: Readonly<Record<string, CallKind>>
  readonly #underWay = new Map<number, Promise<void>>()
  /** Emits when a call ends, or when stopping leaves none that can. */
  readonly #news = new EventEmitter()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync, clock: SandboxClock, kinds: Readonly<Record<string, CallKind>>) {
    this.#database = database
    this.#clock = clock
    this.#kinds = kinds
  }

  /** Queues a call, now or after a delay. Within a transaction it counts from the commit. */
  add({ kind, subject, url, content_type, body }: OutgoingCall, delayMs = 0): void {
    const columns = '(kind, subject, url, content_type, body, state, next_at)'
    this.#database
      .prepare(`INSERT INTO outgoing_calls ${columns} VALUES (?, ?, ?, ?, ?, 'pending', ?)`)
      .run(kind, subject, url, content_type, body, this.#clock.now() + Math.round(delayMs))
    this.wake()
  }

  /** Sends due calls at once: after a start, a moved clock or the end of a pause. */
  wake(): void {
    this.#wakeIn(0)
  }

  /** All calls, oldest first. */
  reports(): OutgoingCallReport[] {
    return this.#database
      .prepare('SELECT id, kind, subject, state, attempts, last_status FROM outgoing_calls ORDER BY id')
      .all() as unknown as OutgoingCallReport[]
  }

  /** The number of queued calls that no pause holds. */
  pending(): number {
    return this.#owed('count(*) AS count')[0]?.['count'] as number
  }

  /** Waits until no call is pending. False after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<boolean> {
    const signal = AbortSignal.timeout(timeoutMs)
    while (this.pending() > 0) {
      if (signal.aborted || this.#stopping.signal.aborted) return false
      await once(this.#news, 'settled', { signal }).catch(() => undefined)
    }
    return true
  }

  /** Aborts the attempts in flight. Unanswered calls stay in the database. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await Promise.all(this.#underWay.values())
    this.#news.emit('settled')
  }

  /** Selects columns of the queued calls that no pause holds. */
  #owed(columns: string, order = ''): Record<string, unknown>[] {
    const paused = Object.entries(this.#kinds).flatMap(([name, kind]) => (kind.paused?.() ? [name] : []))
    const owed = "state = 'pending' AND kind NOT IN (SELECT value FROM json_each(?))"
    const query = `SELECT ${columns} FROM outgoing_calls WHERE ${owed} ${order}`
    return this.#database.prepare(query).all(JSON.stringify(paused))
  }

  #wakeIn(milliseconds: number): void {
    if (this.#stopping.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#startDue(), Math.min(Math.max(milliseconds, 0), longestTimerMs))
  }

  #startDue(): void {
    const rows = this.#owed('*', `ORDER BY next_at, id LIMIT ${concurrentAttempts * 2}`) as unknown as DueCall[]
    for (const row of rows) {
      if (this.#underWay.has(row.id)) continue
      if (this.#underWay.size >= concurrentAttempts) return
      const wait = row.next_at - this.#clock.now()
      if (wait > 0) {
        this.#wakeIn(wait)
        return
      }
      this.#underWay.set(row.id, this.#attempt(row))
    }
  }

  async #attempt(call: DueCall): Promise<void> {
    const kind = this.#kinds[call.kind]
    const attempts = call.attempts + 1
    const signal = this.#stopping.signal
    const status = await post(call, kind?.headers(call) ?? {}, signal)
    this.#underWay.delete(call.id)
    if (signal.aborted) return
    const retryDelay = kind?.retryDelay(attempts)
    const failureState = retryDelay === undefined ? 'given_up' : 'pending'
    const state = status >= 200 && status < 300 ? 'delivered' : failureState
    this.#database
      .prepare('UPDATE outgoing_calls SET state = ?, attempts = ?, last_status = ?, next_at = ? WHERE id = ?')
      .run(state, attempts, status, this.#clock.now() + (retryDelay ?? 0), call.id)
    this.#wakeIn(0)
    this.#news.emit('settled')
  }
}

/** One attempt. Returns the answer's status, or 0 after a timeout. */
async function post(call: OutgoingCall, headers: Record<string, string>, stopping: AbortSignal): Promise<number> {
  try {
    const response = await fetch(call.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': call.content_type, ...headers },
      body: call.body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
