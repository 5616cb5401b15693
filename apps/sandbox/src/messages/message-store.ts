import type { DatabaseSync } from 'node:sqlite'
import { randomId } from '../random-id.ts'
import { transaction } from '../storage/database.ts'
import { newTextId } from './sms-calls.ts'

/** A sent text or mail (SBX-02). */
export interface Message {
  readonly id: string
  readonly channel: 'sms' | 'email'
  /** The recipient's phone number or address. */
  readonly to: string
  readonly from: string
  /** Null for a text. */
  readonly subject: string | null
  readonly text: string
  /** Null for a text and for a mail without HTML. */
  readonly html: string | null
  /** UTC, ISO 8601. */
  readonly received_at: string
}

/** A text that the SMS provider accepted, delivered or not. */
export interface AcceptedText {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  /** Real time, epoch milliseconds. */
  readonly createdAt: number
}

/** The columns of a message, named like its fields. */
const columns = 'id, channel, recipient AS "to", sender AS "from", subject, text, html, received_at'

/** A shorter part of a number would match strangers too. */
const shortestNumber = 7

const digitsOf = (number: string) => number.replace(/\D/g, '')

/** The comparison key: a phone number's digits, or an address in lower case. */
function addressKey(recipient: string): string {
  return recipient.includes('@') ? recipient.trim().toLowerCase() : digitsOf(recipient)
}

/** All messages to everybody. */
export class MessageStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Stores a message that arrives now. */
  add(message: Omit<Message, 'id' | 'received_at'>): Message {
    const added = { id: randomId('msg_'), received_at: new Date().toISOString(), ...message }
    this.#database
      .prepare(
        `INSERT INTO messages (id, channel, recipient, sender, subject, text, html, received_at, address_key)
          VALUES (:id, :channel, :to, :from, :subject, :text, :html, :received_at, :key)`,
      )
      .run({ ...added, key: addressKey(added.to) })
    return added
  }

  /** Stores a mail and its source. A repeat of its Message-ID in the same mailbox is dropped, as mail programs do. */
  addMail(mail: Omit<Message, 'id' | 'received_at' | 'channel'>, source: { raw: string; mailId: string | null }): void {
    transaction(this.#database, () => {
      const key = addressKey(mail.to)
      const repeat = this.#database
        .prepare('SELECT 1 FROM mail_sources WHERE address_key = ? AND mail_id = ?')
        .get(key, source.mailId)
      if (repeat !== undefined) return
      const { id } = this.add({ ...mail, channel: 'email' })
      this.#database
        .prepare('INSERT INTO mail_sources (message_id, address_key, mail_id, source) VALUES (?, ?, ?, ?)')
        .run(id, key, source.mailId, source.raw)
    })
  }

  /** Accepts a text and gives it an id. */
  acceptText(text: Pick<AcceptedText, 'to' | 'from' | 'body'>): AcceptedText {
    const accepted = { ...text, sid: newTextId(), createdAt: Date.now() }
    this.#database
      .prepare('INSERT INTO taken_texts (sid, recipient, sender, body, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(accepted.sid, accepted.to, accepted.from, accepted.body, accepted.createdAt)
    return accepted
  }

  /** The accepted texts, newest first; with `to`, only those to one number. */
  texts(limit: number, to?: string): AcceptedText[] {
    return this.#database
      .prepare(
        `SELECT sid, recipient AS "to", sender AS "from", body, created_at AS createdAt FROM taken_texts
          WHERE recipient = coalesce(?, recipient) ORDER BY sequence DESC LIMIT ?`,
      )
      .all(to ?? null, limit) as unknown as AcceptedText[]
  }

  /** A mail's raw source, with headers. */
  sourceOf(id: string): string | undefined {
    const row = this.#database.prepare('SELECT source FROM mail_sources WHERE message_id = ?').get(id)
    return row && String(row['source'])
  }

  find(id: string): Message | undefined {
    return this.#database.prepare(`SELECT ${columns} FROM messages WHERE id = ?`).get(id) as Message | undefined
  }

  /**
   * The newest messages first; `to` filters by recipient, `says` by words in subject or text. A phone number matches in
   * any notation, also without its country code or with a leading zero; an address in any case.
   */
  list(limit: number, { to = '', says = '' }: { to?: string; says?: string } = {}): Message[] {
    const [where, values] = to.trim() === '' ? ['1', []] : recipientIs(to)
    return this.#database
      .prepare(
        `SELECT ${columns} FROM messages WHERE (${where}) AND instr(coalesce(subject, '') || char(10) || text, ?) > 0
          ORDER BY sequence DESC LIMIT ?`,
      )
      .all(...values, says, limit) as unknown as Message[]
  }
}

function recipientIs(to: string): [sql: string, values: string[]] {
  const key = addressKey(to)
  if (to.includes('@')) return ['address_key = ?', [key]]
  const withoutZeros = key.replace(/^0+/, '')
  if (withoutZeros.length < shortestNumber) return ["channel = 'sms' AND address_key = ?", [key]]
  return ["channel = 'sms' AND (address_key = ? OR address_key LIKE ?)", [key, `%${withoutZeros}`]]
}
