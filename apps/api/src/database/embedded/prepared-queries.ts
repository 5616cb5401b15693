import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import { isOutdated, mostPreparedTexts } from '../prepared-statements.ts'
import type { Columns } from './messages.ts'

/** A text that the database has parsed; `number` names it, 0 the one text that is kept only until the next. */
interface Prepared {
  number: number
  parameterTypes: readonly number[]
  columnTypes: readonly number[]
  columns: Columns
  /** Whether an answer has told its columns. */
  isTold: boolean
}

/** What a query brought, its rows as values in the order of the columns. */
export interface PreparedAnswer {
  statement: number
  /** With the first answer to a text; for those that are parsed each time, with all. */
  columns?: Columns
  rows: unknown[][]
  affected: number
}

const { serialize } = protocol
/** Type numbers of json and jsonb in PostgreSQL. */
const jsonTypes: readonly number[] = [114, 3802]
const sync = serialize.sync()
const run = serialize.execute()
const nameOf = ({ number }: Pick<Prepared, 'number'>) => (number === 0 ? '' : `s${number}`)

/**
 * Runs queries on the embedded database that parses and plans each text once, as a server's connections do (decision
 * 0017), and takes two messages for one more use of it where PGlite's own `query` takes six. Texts beyond the first
 * {@link mostPreparedTexts} are parsed each time. Only one query may run at a time.
 */
export class PreparedQueries {
  readonly #database: PGlite
  readonly #prepared = new Map<string, Prepared>()
  #last = 0

  constructor(database: PGlite) {
    this.#database = database
  }

  /** Runs one statement; throws PGlite's error, with its SQLSTATE as `code`. */
  async run(sql: string, parameters: readonly unknown[]): Promise<PreparedAnswer> {
    const prepared = this.#prepared.get(sql) ?? (await this.#prepare(sql))
    try {
      return await this.#runPrepared(prepared, parameters)
    } catch (error) {
      if (!isOutdated(error)) throw error
      this.#prepared.delete(sql)
      // Inside a transaction, which has failed by this, `transaction` runs it again as a whole.
      if (this.#database.isInTransaction()) throw error
      return this.#runPrepared(await this.#prepare(sql), parameters)
    }
  }

  /** Forgets all texts, before what they name is changed. */
  async forget(): Promise<void> {
    if (this.#prepared.size === 0) return
    this.#prepared.clear()
    await this.#database.exec('deallocate all')
  }

  async #prepare(sql: string): Promise<Prepared> {
    const isKept = this.#prepared.size < mostPreparedTexts
    const number = isKept ? (this.#last += 1) : 0
    const name = nameOf({ number })
    let parameterTypes: number[] = []
    let fields: messages.RowDescriptionMessage['fields'] = []
    for (const message of await this.#send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      sync,
    )) {
      if (message instanceof messages.ParameterDescriptionMessage) parameterTypes = message.dataTypeIDs
      else if (message instanceof messages.RowDescriptionMessage) fields = message.fields
    }
    const columnTypes = fields.map((field) => field.dataTypeID)
    const columns = {
      names: fields.map((field) => field.name),
      json: columnTypes.flatMap((type, at) => (jsonTypes.includes(type) ? [at] : [])),
    }
    const prepared = { number, parameterTypes, columnTypes, columns, isTold: false }
    if (isKept) this.#prepared.set(sql, prepared)
    return prepared
  }

  async #runPrepared(prepared: Prepared, parameters: readonly unknown[]): Promise<PreparedAnswer> {
    const { number: statement, columns, columnTypes, parameterTypes, isTold } = prepared
    const values = parameters.map((value, at) => this.#textOf(value, parameterTypes[at]))
    const rows: unknown[][] = []
    let affected = 0
    for (const message of await this.#send(serialize.bind({ statement: nameOf(prepared), values }), run, sync)) {
      if (message instanceof messages.DataRowMessage) rows.push(this.#valuesOf(message.fields, columnTypes))
      else if (message instanceof messages.CommandCompleteMessage) affected = countOf(message.text)
    }
    prepared.isTold = statement !== 0
    return { statement, ...(!isTold && { columns }), rows, affected }
  }

  #send(...parts: Uint8Array[]) {
    return this.#database.execProtocolStream(Buffer.concat(parts), {})
  }

  #textOf(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const write = type === undefined ? undefined : this.#database.serializers[type]
    return write === undefined ? String(value) : write(value)
  }

  /** JSON stays text: reading it where it is used costs less than copying what it holds from thread to thread. */
  #valuesOf(fields: readonly (string | null)[], types: readonly number[]): unknown[] {
    return fields.map((field, at) => {
      const type = types[at] as number
      if (field === null || jsonTypes.includes(type)) return field
      const read = this.#database.parsers[type]
      return read === undefined ? field : read(field, type)
    })
  }
}

/** The count at the end of a command's tag ("UPDATE 3", "INSERT 0 5"), 0 where it has none ("BEGIN"). */
function countOf(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return Number.isNaN(count) ? 0 : count
}
