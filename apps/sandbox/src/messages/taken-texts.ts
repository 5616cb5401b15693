import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** A text that the provider has taken. */
export interface TakenText {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  /** Real time, epoch milliseconds. */
  readonly createdAt: number
}

/** The SMS provider's record of what it took, delivered or not. */
export class TakenTexts {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Takes a text now and gives it an id. */
  take(text: Pick<TakenText, 'to' | 'from' | 'body'>): TakenText {
    const taken = { ...text, sid: `SM${randomUUID().replaceAll('-', '')}`, createdAt: Date.now() }
    this.#database
      .prepare('INSERT INTO taken_texts (sid, recipient, sender, body, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(taken.sid, taken.to, taken.from, taken.body, taken.createdAt)
    return taken
  }

  /** The newest first; with `to`, those of one number. */
  list(limit: number, to?: string): TakenText[] {
    const [where, values] = to === undefined ? ['1', []] : ['recipient = ?', [to]]
    return this.#database
      .prepare(`SELECT * FROM taken_texts WHERE ${where} ORDER BY sequence DESC LIMIT ?`)
      .all(...values, limit)
      .map((row) => ({
        sid: String(row['sid']),
        to: String(row['recipient']),
        from: String(row['sender']),
        body: String(row['body']),
        createdAt: Number(row['created_at']),
      }))
  }
}
