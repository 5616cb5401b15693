import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FromWorker, Question, ToWorker } from './messages.ts'

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

interface PendingCall {
  resolve(result: Result): void
  reject(error: Error): void
}

const sqlCommand = (sql: string) => {
  const word = sql.trimStart().slice(0, 6).toUpperCase()
  return word === 'INSERT' || word === 'UPDATE' || word === 'DELETE' ? word : 'SELECT'
}

/** Starts the database's thread; fails if the files in `directory` are unreadable. */
async function startThread(directory: string) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: directory })
  const send = (message: ToWorker) => worker.postMessage(message)
  const waiting = new Map<number, PendingCall>()
  let lastId = 0
  let broken: Error | undefined
  const breakAll = (error: Error) => {
    broken = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') return resolve()
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'result') call?.resolve(message)
      else call?.reject(new EmbeddedDatabaseError(message.text, message.code, message.constraint))
    })
    worker.once('error', (error) => {
      breakAll(error as Error)
      reject(error)
    })
    worker.once('exit', () => breakAll(new Error('The embedded database has stopped.')))
  })

  return {
    ask: (question: Question) =>
      new Promise<Result>((resolve, reject) => {
        if (broken !== undefined) return reject(broken)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        send({ ...question, id: lastId })
      }),
    async end() {
      if (broken !== undefined) return
      const exited = once(worker, 'exit')
      send({ kind: 'close' })
      await exited
    },
  }
}

/**
 * Opens the database in `directory` in its own thread; fails if its files are unreadable. The shape of a `pg` pool with
 * one connection: the embedded database has just one.
 */
export async function openEmbeddedPool(directory: string) {
  const { ask, end } = await startThread(directory)
  const queue: (() => void)[] = []
  let isTaken = false
  const free = () => {
    const next = queue.shift()
    if (next !== undefined) return next()
    isTaken = false
  }

  /** The only connection, until it is released. */
  const client = () => {
    let released = false
    return {
      async query(sql: string, parameters: readonly unknown[] = []) {
        const { rows, affected } = await ask({ kind: 'query', sql, parameters })
        return { command: sqlCommand(sql), rowCount: Math.max(affected, rows.length), rows }
      },
      /** Runs several statements. */
      async script(sql: string) {
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
      if (isTaken) await new Promise<void>((resolve) => queue.push(resolve))
      isTaken = true
      return client()
    },
    /** The number of flushes of the database's files to the disk. */
    async flushes() {
      const { rows } = await ask({ kind: 'flushes' })
      return rows[0] as number
    },
    end,
  }
}
