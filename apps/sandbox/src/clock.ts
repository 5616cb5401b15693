import type { DatabaseSync } from 'node:sqlite'

/**
 * The card provider's time: real time plus an offset that tests increase. The database stores the offset, so that time
 * does not fall back at a restart.
 */
export class SandboxClock {
  readonly #database: DatabaseSync
  /** How far ahead of real time the clock is, in milliseconds. */
  offset: number

  constructor(database: DatabaseSync) {
    this.#database = database
    this.offset = Number(database.prepare('SELECT offset_ms FROM clock').get()?.['offset_ms'] ?? 0)
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.offset
  }

  /** Whole seconds since the epoch, as the card provider's wire has them. */
  seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  /** Moves the clock forward. */
  advance(seconds: number): void {
    this.offset += seconds * 1000
    this.#database.prepare('INSERT OR REPLACE INTO clock (only_row, offset_ms) VALUES (1, ?)').run(this.offset)
  }
}
