import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sendingAhead, type Statement } from '../send-ahead.ts'
import type { Columns, FromWorker, ToWorker, WorkerSettings } from './messages.ts'

/** A failed statement of the embedded database; `code` is the SQLSTATE, as with a server's errors. */
class EmbeddedDatabaseError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined
  constructor(text: string, code: string | undefined, constraint: string | undefined) {
    super(text)
    this.code = code
    this.constraint = constraint
  }
}

type Result = Extract<FromWorker, { kind: 'result' }>

interface Waiting {
  resolve(result: Result): void
  reject(error: Error): void
}

type UnsentQuery =
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { kind: 'script'; sql: string }
  | { kind: 'flushes' }

type Command = 'INSERT' | 'UPDATE' | 'DELETE' | 'SELECT'

const commandOf = (sql: string): Command => {
  const word = sql.trimStart().slice(0, 6).toUpperCase()
  return word === 'INSERT' || word === 'UPDATE' || word === 'DELETE' ? word : 'SELECT'
}

/** What a statement came to. */
interface Outcome<Row = unknown> {
  command: Command
  rowCount: number
  rows: Row[]
}

/** One connection at a time, handed out in turn: the embedded database has just one. Shaped like a pool of `pg`. */
export interface EmbeddedPool {
  connect(): Promise<EmbeddedClient>
  end(): Promise<void>
  /** How often the database's files were flushed to the disk. */
  flushes(): Promise<number>
}

/** The one connection, for as long as it is held. */
export interface EmbeddedClient {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Outcome<Row>>
  /** Runs a text of several statements. */
  script(sql: string): Promise<void>
  release(): void
}

/** Makes rows of what the thread answers, which tells the columns of a statement once. */
function rowReader(): (result: Result) => unknown[] {
  const known = new Map<number, { empty: Record<string, unknown>; columns: Columns }>()
  return ({ statement, columns, rows }) => {
    if (columns !== undefined) {
      // Copied for each row, so that all of them have one shape from the start.
      known.set(statement, { empty: Object.fromEntries(columns.names.map((name) => [name, null])), columns })
    }
    const read = known.get(statement)
    if (read === undefined) throw new Error('The embedded database told rows before their columns.')
    const { names, json } = read.columns
    return rows.map((values) => {
      for (const at of json) values[at] = values[at] === null ? null : JSON.parse(values[at] as string)
      const row = { ...read.empty }
      for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at]
      return row
    })
  }
}

/** Opens the database in `directory` in a thread of its own; fails when its files cannot be read. */
export async function openEmbeddedPool(directory: string): Promise<EmbeddedPool> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directory } satisfies WorkerSettings,
  })
  const waiting = new Map<number, Waiting>()
  const readRows = rowReader()
  let lastId = 0
  let broken: Error | undefined
  const breakAll = (error: Error) => {
    broken = error
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') return resolve()
      if (message.kind === 'closed') return
      const one = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'result') one?.resolve(message)
      else one?.reject(new EmbeddedDatabaseError(message.text, message.code, message.constraint))
    })
    worker.once('error', (error) => {
      breakAll(error as Error)
      reject(error)
    })
    worker.once('exit', () => breakAll(new Error('The embedded database has stopped.')))
  })

  const ask = (message: UnsentQuery): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ ...message, id: lastId } satisfies ToWorker)
    })

  const queue: (() => void)[] = []
  let taken = false
  const free = () => {
    const next = queue.shift()
    if (next !== undefined) return next()
    taken = false
    worker.postMessage({ kind: 'idle' } satisfies ToWorker)
  }

  const client = (): EmbeddedClient => {
    let released = false
    const run = sendingAhead<Outcome>(
      async (statements) => {
        const results = await Promise.all(
          statements.map(({ text, values = [] }) => ask({ kind: 'query', sql: text, parameters: values })),
        )
        const result = results.at(-1) as Result
        const rows = readRows(result)
        const command = commandOf((statements.at(-1) as Statement).text)
        return { command, rowCount: Math.max(result.affected, rows.length), rows }
      },
      { command: 'SELECT', rowCount: 0, rows: [] },
    )
    return {
      query: run as EmbeddedClient['query'],
      async script(sql) {
        await ask({ kind: 'script', sql })
      },
      release() {
        if (released) return
        released = true
        free()
      },
    }
  }

  return {
    async connect() {
      if (taken) await new Promise<void>((resolve) => queue.push(resolve))
      taken = true
      return client()
    },
    async end() {
      if (broken !== undefined) return
      const exited = once(worker, 'exit')
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      await exited
    },
    async flushes() {
      const { rows } = await ask({ kind: 'flushes' })
      return rows[0]?.[0] as number
    },
  }
}
