import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Times are milliseconds of the sandbox's clock, unless a column says otherwise. */
const schema = `
  -- Everything of the card provider that has an id: "wire" is what the API shows, "hidden" what only the provider knows.
  CREATE TABLE IF NOT EXISTS objects (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    object TEXT NOT NULL,
    wire TEXT NOT NULL,
    hidden TEXT NOT NULL,
    due_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (object, sequence);
  CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (object, json_extract(wire, '$.customer'));
  CREATE INDEX IF NOT EXISTS objects_by_payment ON objects (object, json_extract(wire, '$.payment_intent'));
  -- By kind first: the clock asks for one kind, and would else look at every object of it.
  CREATE INDEX IF NOT EXISTS objects_due_by_kind ON objects (object, due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE IF NOT EXISTS idempotent_results (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    stored_at INTEGER NOT NULL
  ) STRICT;

  -- Calls that the outside world makes: events of the card provider, status reports of the SMS provider.
  CREATE TABLE IF NOT EXISTS outgoing_calls (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    url TEXT NOT NULL,
    content_type TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'given_up', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    last_status INTEGER,
    next_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS outgoing_calls_due ON outgoing_calls (next_at) WHERE state = 'pending';
  CREATE INDEX IF NOT EXISTS outgoing_calls_by_subject ON outgoing_calls (subject);

  -- "received_at" is real time in ISO 8601; "address_key" is the recipient reduced to what is compared.
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    channel TEXT NOT NULL CHECK (channel IN ('sms', 'email')),
    recipient TEXT NOT NULL,
    address_key TEXT NOT NULL,
    sender TEXT NOT NULL,
    subject TEXT,
    text TEXT NOT NULL,
    html TEXT,
    received_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_address ON messages (address_key, sequence);

  -- Texts that the SMS provider took, as it lists them; "created_at" is real time in milliseconds.
  CREATE TABLE IF NOT EXISTS taken_texts (
    sequence INTEGER PRIMARY KEY,
    sid TEXT NOT NULL UNIQUE,
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS taken_texts_by_recipient ON taken_texts (recipient, sequence);

  -- Mails as they came in; "mail_id" is the Message-ID, by which a mailbox knows a mail that comes twice.
  CREATE TABLE IF NOT EXISTS mail_sources (
    message_id TEXT PRIMARY KEY,
    address_key TEXT NOT NULL,
    mail_id TEXT,
    source TEXT NOT NULL,
    UNIQUE (address_key, mail_id)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS clock (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), offset_ms INTEGER NOT NULL) STRICT;
`

/**
 * Opens the sandbox's state, `sandbox.sqlite`, and creates missing directories and tables. A commit survives the death
 * of the process (write-ahead log). Only one process may open it: a second one gets "database is locked".
 */
export function openDatabase(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true })
  const database = new DatabaseSync(join(directory, 'sandbox.sqlite'))
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
  database.exec(schema)
  return database
}

/** Runs `work` in one transaction; an error rolls back. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  if (database.isTransaction) return work()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
