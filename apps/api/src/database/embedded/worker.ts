/**
 * The thread that runs the embedded database, so that a long query does not block requests. PGlite itself never calls
 * fsync; this flushes its files to the disk at every commit.
 */
import { fdatasyncSync, fsyncSync, openSync, closeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { epochOfTimestamp, int8, timestamptz } from '../value-types.ts'
import type { FromWorker, ToWorker } from './messages.ts'

interface FileStream {
  nfd?: number
  node: object
}

/** The folder with the database's files; it must exist. */
const directory = workerData as string
let flushes = 0

class FlushingFileSystem extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const ready = await super.init(...args)
    ready.emscriptenOpts.preRun ??= []
    const preRun = ready.emscriptenOpts.preRun as ((module: unknown) => void)[]
    preRun.push((module) => {
      const runtime = module as { NODEFS?: object; FS: { filesystems?: { NODEFS?: object } } }
      const nodeFs = (runtime.NODEFS ?? runtime.FS.filesystems?.NODEFS) as {
        stream_ops: { fsync?: (stream: FileStream) => number }
        realPath(node: object): string
      }
      nodeFs.stream_ops.fsync = (stream) => {
        flushes += 1
        if (stream.nfd !== undefined) {
          fdatasyncSync(stream.nfd)
        } else {
          const folder = openSync(nodeFs.realPath(stream.node), 'r')
          try {
            fsyncSync(folder)
          } finally {
            closeSync(folder)
          }
        }
        return 0
      }
    })
    return ready
  }
}

const port = parentPort
if (port === null) throw new Error('The embedded database runs in a worker thread.')
const answer = (message: FromWorker) => port.postMessage(message)

const database = await PGlite.create({
  fs: new FlushingFileSystem(directory),
  startParams: [...PGlite.defaultStartParams.filter((option) => option !== '-F'), '-c', 'wal_sync_method=fsync'],
  parsers: {
    [int8]: (text: string) => Number(text),
    [timestamptz]: epochOfTimestamp,
  },
})
await database.exec("set time zone 'UTC'")

/** Answers a request with its result or its failure. */
async function answerWith(id: number, ask: () => Promise<{ rows: unknown[]; affectedRows?: number }>): Promise<void> {
  try {
    const { rows, affectedRows: affected = 0 } = await ask()
    answer({ kind: 'result', id, rows, affected })
  } catch (error) {
    const { message: text, code, constraint } = error as Error & { code?: string; constraint?: string }
    answer({ kind: 'failure', id, text, code, constraint })
  }
}

let queue: Promise<unknown> = Promise.resolve()
const inOrder = (work: () => Promise<void>) => {
  queue = queue.then(work)
}

port.on('message', (message: ToWorker) => {
  inOrder(async () => {
    switch (message.kind) {
      case 'query':
        return answerWith(message.id, () => database.query(message.sql, [...message.parameters]))
      case 'script':
        return answerWith(message.id, async () => {
          await database.exec(message.sql)
          return { rows: [] }
        })
      case 'flushes':
        return answerWith(message.id, async () => ({ rows: [flushes] }))
      case 'close':
        await database.exec('checkpoint')
        await database.close()
        process.exit(0)
    }
  })
})
answer({ kind: 'ready' })
