import { createRequire } from 'node:module'
import pg from 'pg'
import { isOutdated, preparedName } from './prepared-statements.ts'
import { sendingAhead, type Statement } from './send-ahead.ts'

/** What is used of a connection of pg besides its types: the messages that it writes, and what it has prepared. */
interface Wire {
  parsedStatements: Record<string, string | undefined>
  bind(message: { statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(): void
  sync(): void
}

/** What is used of a query of pg besides its types. */
interface WireQuery {
  name: string
  callback: (error: Error | null, result: pg.QueryResult) => void
  _result: RowForm
  _accumulateRows: boolean
  prepare(wire: Wire): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

/** How a statement's rows are read; pg makes it from the server's description of them. */
interface RowForm {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

type WireClient = pg.ClientBase & { connection: Wire; getTransactionStatus?(): string | null }

/** The part of pg that makes a text of a value, or bytes. It has no types of its own. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as { prepareValue(value: unknown): unknown }

const WireQuery = pg.Query as unknown as new (text: string) => WireQuery

/** A statement that this connection has prepared. */
interface Prepared {
  name: string
  text: string
  values: readonly unknown[]
}

/** An instant has the same text wherever the process runs; everything else is written as pg does. */
const written = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : prepareValue(value))

/**
 * Several statements that go to the server as one packet, which it answers as one: it runs them in order, up to the first
 * that fails. Only the last may have rows. They are described once for each connection, as `described` remembers them.
 */
class Packet extends WireQuery {
  /** Every text of the packet. */
  readonly texts: readonly string[]
  readonly #statements: readonly Prepared[]
  readonly #described: Map<string, RowForm>
  #running: number

  constructor(
    statements: readonly [...Prepared[], Prepared],
    described: Map<string, RowForm>,
    callback: WireQuery['callback'],
  ) {
    const { name, text } = statements.at(-1) as Prepared
    super(text)
    this.name = name
    this.callback = callback
    this.texts = statements.map((statement) => statement.text)
    this.#statements = statements.map((statement) => ({ ...statement, values: statement.values.map(written) }))
    this.#described = described
    this.#running = statements.length
  }

  override prepare(wire: Wire): void {
    for (const { name, values } of this.#statements.slice(0, -1)) {
      wire.bind({ statement: name, values })
      wire.execute()
    }
    const { name, values } = this.#statements.at(-1) as Prepared
    wire.bind({ statement: name, values })
    const known = this.#described.get(name)
    if (known === undefined) wire.describe({ type: 'P' })
    else {
      Object.assign(this._result, known)
      this._accumulateRows = true
    }
    wire.execute()
    wire.sync()
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    this.#running -= 1
    if (this.#running > 0) return
    if (!this.#described.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      this.#described.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleCommandComplete(message, wire)
  }
}

/**
 * Has a connection prepare each statement on its first use, so that the server parses and plans it once (decision 0017),
 * and send what a transaction does not wait for in one packet with what it does. When a statement is outdated, the
 * connection goes on without preparing: a single statement is sent again, a transaction fails with 0A000 and is run again
 * by `transaction`.
 */
export function usePackets(client: pg.PoolClient): void {
  const { connection, getTransactionStatus } = client as unknown as WireClient
  const plain = client.query.bind(client) as unknown as (...given: unknown[]) => Promise<pg.QueryResult>
  const described = new Map<string, RowForm>()
  let prepares = true

  const nameOf = ({ text, values = [] }: Statement): string | undefined =>
    prepares && (values.length > 0 || opensOrCommits(text)) ? preparedName(text) : undefined

  /** The statement as it is prepared on this connection; nothing as long as it is not. */
  const preparedHere = (statement: Statement): Prepared | undefined => {
    const name = nameOf(statement)
    if (name === undefined || connection.parsedStatements[name] === undefined) return undefined
    const { text, values = [] } = statement
    return { name, text, values }
  }

  const sendPacket = (statements: readonly [...Prepared[], Prepared]): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const packet = new Packet(statements, described, (error, result) => {
        if (error === null) return resolve(result)
        // Where it was asked for says more than the socket that told of it.
        Error.captureStackTrace(error)
        reject(error)
      })
      void plain(packet)
    })

  /** One after the other, in as many packets. */
  const sendEach = async (statements: readonly Statement[]): Promise<pg.QueryResult> => {
    const outcomes = await Promise.all(
      statements.map((statement) => {
        const { text, values = [] } = statement
        return plain({ name: nameOf(statement), text, values: values.map(written) })
      }),
    )
    return outcomes.at(-1) as pg.QueryResult
  }

  const run = async (statements: readonly Statement[]): Promise<pg.QueryResult> => {
    const prepared = statements.map(preparedHere)
    try {
      return await (prepared.every((one) => one !== undefined)
        ? sendPacket(prepared as [...Prepared[], Prepared])
        : sendEach(statements))
    } catch (error) {
      if (!isOutdated(error)) throw error
      prepares = false
      if (statements.length > 1 || getTransactionStatus?.call(client) !== 'I') throw error
      return sendEach(statements)
    }
  }

  const nothing: pg.QueryResult = { command: 'SELECT', rowCount: 0, oid: 0, fields: [], rows: [] }
  const ahead = sendingAhead(run, nothing)
  // Whatever is not a text with its values, a callback for instance, goes its own way.
  const query = (...given: unknown[]): unknown => {
    const [text, values] = given
    const isPlain = typeof text === 'string' && given.length <= 2 && (values === undefined || Array.isArray(values))
    return isPlain ? ahead(text, values as readonly unknown[] | undefined) : plain(...given)
  }
  client.query = query as typeof client.query
}

/** The texts without values that every transaction has; others of that kind may not be prepared, as they may be several. */
const opensOrCommits = (text: string) => text === 'begin' || text === 'commit'
