import type { DatabaseSync } from 'node:sqlite'
import { randomId } from '../random-id.ts'
import { transaction } from '../storage/database.ts'

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

const COLUMNS = 'id, channel, recipient, sender, subject, text, html, received_at'

/** A shorter piece of a number would find strangers too. */
const SHORTEST_NUMBER = 7

const digitsOf = (number: string) => number.replace(/\D/g, '')

/** A phone number reduced to its digits, an address to lower case: what is compared. */
function addressKey(recipient: string): string {
  return recipient.includes('@') ? recipient.trim().toLowerCase() : digitsOf(recipient)
}

function messageOf(row: Record<string, unknown>): Message {
  return {
    id: String(row['id']),
    channel: row['channel'] === 'sms' ? 'sms' : 'email',
    to: String(row['recipient']),
    from: String(row['sender']),
    subject: row['subject'] === null ? null : String(row['subject']),
    text: String(row['text']),
    html: row['html'] === null ? null : String(row['html']),
    received_at: String(row['received_at']),
  }
}

/** Everything that was sent, for everyone. */
export class MessageStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Keeps a message that arrives now. */
  add(message: Omit<Message, 'id' | 'received_at'>): Message {
    const added: Message = { id: randomId('msg_'), received_at: new Date().toISOString(), ...message }
    this.#database
      .prepare(`INSERT INTO messages (${COLUMNS}, address_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        added.id,
        added.channel,
        added.to,
        added.from,
        added.subject,
        added.text,
        added.html,
        added.received_at,
        addressKey(added.to),
      )
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

  /** A mail as it came in, headers and all. */
  sourceOf(id: string): string | undefined {
    const row = this.#database.prepare('SELECT source FROM mail_sources WHERE message_id = ?').get(id)
    return row && String(row['source'])
  }

  /** The message by its id. */
  find(id: string): Message | undefined {
    const row = this.#database.prepare(`SELECT ${COLUMNS} FROM messages WHERE id = ?`).get(id)
    return row && messageOf(row)
  }

  /**
   * The newest messages first; with `to`, only those of one recipient. A phone number is found however it is written,
   * also without its country code or with the zero that is dialled at home; an address in any case.
   */
  list(limit: number, to?: string): Message[] {
    const [where, values] = to === undefined || to.trim() === '' ? ['1', []] : recipientIs(to)
    return this.#database
      .prepare(`SELECT ${COLUMNS} FROM messages WHERE ${where} ORDER BY sequence DESC LIMIT ?`)
      .all(...values, limit)
      .map(messageOf)
  }
}

function recipientIs(to: string): [sql: string, values: string[]] {
  const key = addressKey(to)
  if (to.includes('@')) return ['address_key = ?', [key]]
  const withoutZeros = key.replace(/^0+/, '')
  if (withoutZeros.length < SHORTEST_NUMBER) return ["channel = 'sms' AND address_key = ?", [key]]
  return ["channel = 'sms' AND (address_key = ? OR address_key LIKE ?)", [key, `%${withoutZeros}`]]
}
