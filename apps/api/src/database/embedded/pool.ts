import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerSettings } from './messages.ts'

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
  /** How many seconds there is still patience for its answer; none end those of a script, such as a migration. */
  patience: number
}

/** A thread that has not answered a statement for so long never will: it spins, or waits for a disk (HOLD-03). */
const answerLimitSeconds = 20

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
  /** Settles when the thread has died or does not answer any more. */
  lost: Promise<Error>
}

/** The one connection, for as long as it is held. */
export interface EmbeddedClient {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Outcome<Row>>
  /** Runs a text of several statements. */
  script(sql: string): Promise<void>
  release(): void
}

/** Opens the database in `directory` in a thread of its own; fails when its files cannot be read. */
export async function openEmbeddedPool(directory: string): Promise<EmbeddedPool> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directory } satisfies WorkerSettings,
  })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let broken: Error | undefined
  let tellLost: (error: Error) => void = () => undefined
  const lost = new Promise<Error>((resolve) => {
    tellLost = resolve
  })
  let isEnding = false
  const breakAll = (error: Error) => {
    broken = error
    if (!isEnding) tellLost(error)
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

  // Counted instead of told by the clock: a machine that slept, or a process that was stopped, has not waited.
  const watch = setInterval(() => {
    for (const one of waiting.values()) {
      one.patience -= 1
      if (one.patience <= 0) return breakAll(new Error(`It has not answered for ${answerLimitSeconds} s.`))
    }
  }, 1_000)
  watch.unref()

  const ask = (message: UnsentQuery): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken)
      lastId += 1
      const patience = message.kind === 'query' ? answerLimitSeconds : Number.POSITIVE_INFINITY
      waiting.set(lastId, { resolve, reject, patience })
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
    return {
      async query(sql, parameters = []) {
        const { rows, affected } = await ask({ kind: 'query', sql, parameters })
        return { command: commandOf(sql), rowCount: Math.max(affected, rows.length), rows: rows as never[] }
      },
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
      isEnding = true
      clearInterval(watch)
      const exited = once(worker, 'exit')
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      await exited
    },
    async flushes() {
      const { rows } = await ask({ kind: 'flushes' })
      return rows[0] as number
    },
    lost,
  }
}
