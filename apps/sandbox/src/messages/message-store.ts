import type { DatabaseSync } from 'node:sqlite'
import { randomId } from '../random-id.ts'
import { transaction } from '../storage/database.ts'
import { newTextId } from './sms-calls.ts'

/** A text or a mail that somebody was sent (SBX-02). */
export interface Message {
  readonly id: string
  readonly channel: 'sms' | 'email'
  /** Phone number or address of the one who gets it. */
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

/** A text that the SMS provider has taken, delivered or not. */
export interface TakenText {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  /** Real time, epoch milliseconds. */
  readonly createdAt: number
}

/** The columns of a message under its fields' names. */
const FIELDS = 'id, channel, recipient AS "to", sender AS "from", subject, text, html, received_at'

/** A shorter piece of a number would find strangers too. */
const SHORTEST_NUMBER = 7

const digitsOf = (number: string) => number.replace(/\D/g, '')

/** A phone number reduced to its digits, an address to lower case: what is compared. */
function addressKey(recipient: string): string {
  return recipient.includes('@') ? recipient.trim().toLowerCase() : digitsOf(recipient)
}

/** Everything that was sent, for everyone. */
export class MessageStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Keeps a message that arrives now. */
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

  /**
   * Keeps a mail and its source. One that comes again to the same mailbox, told by its Message-ID, is kept once, as
   * mail programs do.
   */
  addMail(mail: Omit<Message, 'id' | 'received_at' | 'channel'>, source: { raw: string; mailId: string | null }): void {
    transaction(this.#database, () => {
      const key = addressKey(mail.to)
      const known = this.#database
        .prepare('SELECT 1 FROM mail_sources WHERE address_key = ? AND mail_id = ?')
        .get(key, source.mailId)
      if (known !== undefined) return
      const { id } = this.add({ ...mail, channel: 'email' })
      this.#database
        .prepare('INSERT INTO mail_sources (message_id, address_key, mail_id, source) VALUES (?, ?, ?, ?)')
        .run(id, key, source.mailId, source.raw)
    })
  }

  /** Takes a text now and gives it an id. */
  takeText(text: Pick<TakenText, 'to' | 'from' | 'body'>): TakenText {
    const taken = { ...text, sid: newTextId(), createdAt: Date.now() }
    this.#database
      .prepare('INSERT INTO taken_texts (sid, recipient, sender, body, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(taken.sid, taken.to, taken.from, taken.body, taken.createdAt)
    return taken
  }

  /** The texts that were taken, the newest first; with `to`, those to one number. */
  texts(limit: number, to?: string): TakenText[] {
    return this.#database
      .prepare(
        `SELECT sid, recipient AS "to", sender AS "from", body, created_at AS createdAt FROM taken_texts
          WHERE recipient = coalesce(?, recipient) ORDER BY sequence DESC LIMIT ?`,
      )
      .all(to ?? null, limit) as unknown as TakenText[]
  }

  /** A mail as it came in, headers and all. */
  sourceOf(id: string): string | undefined {
    const row = this.#database.prepare('SELECT source FROM mail_sources WHERE message_id = ?').get(id)
    return row && String(row['source'])
  }

  /** The message by its id. */
  find(id: string): Message | undefined {
    return this.#database.prepare(`SELECT ${FIELDS} FROM messages WHERE id = ?`).get(id) as Message | undefined
  }

  /**
   * The newest messages first; with `to`, only those of one recipient, with `says` those that hold it in subject or text. A
   * phone number is found however it is written, also without its country code or with the zero that is dialled at home; an
   * address in any case.
   */
  list(limit: number, { to = '', says = '' }: { to?: string; says?: string } = {}): Message[] {
    const [where, values] = to.trim() === '' ? ['1', []] : recipientIs(to)
    return this.#database
      .prepare(
        `SELECT ${FIELDS} FROM messages WHERE (${where}) AND instr(coalesce(subject, '') || char(10) || text, ?) > 0
          ORDER BY sequence DESC LIMIT ?`,
      )
      .all(...values, says, limit) as unknown as Message[]
  }
}

function recipientIs(to: string): [sql: string, values: string[]] {
  const key = addressKey(to)
  if (to.includes('@')) return ['address_key = ?', [key]]
  const withoutZeros = key.replace(/^0+/, '')
  if (withoutZeros.length < SHORTEST_NUMBER) return ["channel = 'sms' AND address_key = ?", [key]]
  return ["channel = 'sms' AND (address_key = ? OR address_key LIKE ?)", [key, `%${withoutZeros}`]]
}
