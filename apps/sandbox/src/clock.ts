import type { DatabaseSync } from 'node:sqlite'

/**
 * The time of the card provider: real time plus an offset that tests move forward. The offset is kept in the database,
 * so that a restart does not fall back in time.
 */
export class SandboxClock {
  readonly #database: DatabaseSync
  #offset = 0

  constructor(database: DatabaseSync) {
    this.#database = database
    this.reload()
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset
  }

  /** Whole seconds since the epoch, as the card provider's wire has them. */
  seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  /** How far ahead of real time the clock is, in milliseconds. */
  get offset(): number {
    return this.#offset
  }

  /** Moves the clock forward. */
  advance(seconds: number): void {
    this.#database
      .prepare(
        'INSERT INTO clock (only_row, offset_ms) VALUES (1, ?) ON CONFLICT DO UPDATE SET offset_ms = excluded.offset_ms',
      )
      .run(this.#offset + seconds * 1000)
    this.reload()
  }

  /** Takes the offset from the database again, after it was emptied. */
  reload(): void {
    const row = this.#database.prepare('SELECT offset_ms FROM clock').get()
    this.#offset = Number(row?.['offset_ms'] ?? 0)
  }
}
