import type { DatabaseSync } from 'node:sqlite'
import type { SandboxClock } from '../clock.ts'

/** A call that the outside world owes somebody. */
export interface OutgoingCall {
  readonly id: number
  readonly kind: string
  /** The object that it is about: an event's or a message's id. */
  readonly subject: string
  readonly url: string
  readonly content_type: string
  readonly body: string
}

/** What became of a call so far. */
export interface OutgoingCallReport {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly state: 'pending' | 'delivered' | 'given_up' | 'dropped'
  readonly attempts: number
  /** HTTP status of the last attempt; 0 when nobody answered, null before the first. */
  readonly last_status: number | null
}

/** How the calls of one kind are made. */
export interface CallKind {
  /** Headers of one attempt; made anew each time, because signatures have the time in them. */
  headers(call: OutgoingCall): Record<string, string>
  /** Milliseconds to wait after the given number of failures, or undefined to give up. */
  retryDelay(failures: number): number | undefined
  /** Whether calls of this kind wait for now. */
  paused?(): boolean
}

/** A call to be added, and when to try it first. */
export interface NewCall extends Omit<OutgoingCall, 'id'> {
  readonly delayMs?: number
  /** Recorded, but never sent. */
  readonly dropped?: boolean
}

const ATTEMPT_TIMEOUT_MS = 10_000
const CONCURRENT_ATTEMPTS = 10
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Posts what the providers owe: kept in the database until it is taken, so that a restart goes on with it. A call is
 * taken when it is answered with 2xx. There is one attempt at a time for each call; calls go out side by side, so their
 * order is not guaranteed (as with the real ones).
 */
export class OutgoingCalls {
  readonly #database: DatabaseSync
  readonly #clock: SandboxClock
  readonly #kinds: Readonly<Record<string, CallKind>>
  readonly #underWay = new Map<number, Promise<void>>()
  #waiting: (() => void)[] = []
  #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync, clock: SandboxClock, kinds: Readonly<Record<string, CallKind>>) {
    this.#database = database
    this.#clock = clock
    this.#kinds = kinds
  }

  /** Owes a call from now on. Within a transaction it is owed when that commits. */
  add(call: NewCall): void {
    this.#database
      .prepare(
        'INSERT INTO outgoing_calls (kind, subject, url, content_type, body, state, next_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        call.kind,
        call.subject,
        call.url,
        call.content_type,
        call.body,
        call.dropped ? 'dropped' : 'pending',
        this.#clock.now() + Math.round(call.delayMs ?? 0),
      )
    this.#wakeIn(0)
  }

  /** Looks at once for calls that are due: after a start, a moved clock or the end of a pause. */
  wake(): void {
    this.#wakeIn(0)
  }

  /** Whether one of the calls about the subject was taken. */
  delivered(subject: string): boolean {
    return (
      this.#database
        .prepare("SELECT 1 FROM outgoing_calls WHERE subject = ? AND state = 'delivered' LIMIT 1")
        .get(subject) !== undefined
    )
  }

  /** All calls, the oldest first. */
  reports(): OutgoingCallReport[] {
    return this.#database
      .prepare('SELECT id, kind, subject, state, attempts, last_status FROM outgoing_calls ORDER BY id')
      .all() as unknown as OutgoingCallReport[]
  }

  /** Calls that are still owed and not held by a pause. */
  pending(): number {
    const row = this.#database
      .prepare(
        `SELECT count(*) AS count FROM outgoing_calls
         WHERE state = 'pending' AND kind NOT IN (SELECT value FROM json_each(?))`,
      )
      .get(JSON.stringify(this.#pausedKinds()))
    return Number(row?.['count'])
  }

  /** Waits until no call is pending. False when that took longer than `timeoutMs`. */
  async idle(timeoutMs: number): Promise<boolean> {
    const timeout = AbortSignal.timeout(timeoutMs)
    while (this.pending() > 0) {
      if (timeout.aborted || this.#stopping.signal.aborted) return false
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        timeout.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return true
  }

  /** Forgets every call; attempts under way are cut off. */
  async reset(empty: () => void): Promise<void> {
    await this.stop()
    empty()
    this.#stopping = new AbortController()
  }

  /** Cuts off the attempts under way. What is still owed stays in the database. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    this.#timer = undefined
    await Promise.all(this.#underWay.values())
    this.#settle()
  }

  #pausedKinds(): string[] {
    return Object.entries(this.#kinds).flatMap(([name, kind]) => (kind.paused?.() ? [name] : []))
  }

  #wakeIn(milliseconds: number): void {
    if (this.#stopping.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#startDue(), Math.min(Math.max(milliseconds, 0), LONGEST_TIMER_MS))
  }

  #startDue(): void {
    const rows = this.#database
      .prepare(
        `SELECT id, kind, subject, url, content_type, body, attempts, next_at FROM outgoing_calls
         WHERE state = 'pending' AND kind NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at, id LIMIT ?`,
      )
      .all(JSON.stringify(this.#pausedKinds()), CONCURRENT_ATTEMPTS * 2) as unknown as (OutgoingCall & {
      attempts: number
      next_at: number
    })[]
    for (const row of rows) {
      if (this.#underWay.has(row.id)) continue
      if (this.#underWay.size >= CONCURRENT_ATTEMPTS) return
      const wait = row.next_at - this.#clock.now()
      if (wait > 0) {
        this.#wakeIn(wait)
        return
      }
      this.#underWay.set(row.id, this.#attempt(row, row.attempts + 1))
    }
  }

  async #attempt(call: OutgoingCall, attempts: number): Promise<void> {
    const kind = this.#kinds[call.kind]
    const signal = this.#stopping.signal
    const status = await post(call, kind?.headers(call) ?? {}, signal)
    this.#underWay.delete(call.id)
    if (signal.aborted) return
    const retryDelay = kind?.retryDelay(attempts)
    const state = status >= 200 && status < 300 ? 'delivered' : retryDelay === undefined ? 'given_up' : 'pending'
    this.#database
      .prepare('UPDATE outgoing_calls SET state = ?, attempts = ?, last_status = ?, next_at = ? WHERE id = ?')
      .run(state, attempts, status, this.#clock.now() + (retryDelay ?? 0), call.id)
    this.#wakeIn(0)
    this.#settle()
  }

  #settle(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

/** One attempt. The status that came back, 0 when nobody answered in time. */
async function post(call: OutgoingCall, headers: Record<string, string>, stopping: AbortSignal): Promise<number> {
  try {
    const response = await fetch(call.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': call.content_type, ...headers },
      body: call.body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
