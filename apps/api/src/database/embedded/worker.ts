/**
 * The thread that runs the embedded database, so that a long query does not hold up requests. PGlite as it comes never
 * calls fsync; here its files are flushed to the disk at every commit.
 */
import { fdatasyncSync, fsyncSync, openSync, closeSync, statfsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { epochOfTimestamp, int8, timestamptz } from '../value-types.ts'
import type { FromWorker, ToWorker } from './messages.ts'

interface FileStream {
  nfd?: number
  node: object
}

/** Holds the database's files; it must exist. */
const directory = workerData as string
let flushes = 0

/**
 * So many bytes of the disk stay free of the database's own writing: twice what its write-ahead log may take at once, a
 * segment of 16 MiB, and some. PostgreSQL ends where that log meets a full disk (HOLD-03).
 */
const reserve = 48 * 1024 * 1024

/** Whether the disk has room for more than the reserve. */
function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize > reserve
}

class FlushingFileSystem extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const ready = await super.init(...given)
    ready.emscriptenOpts.preRun ??= []
    const preRun = ready.emscriptenOpts.preRun as ((module: unknown) => void)[]
    preRun.push((module) => {
      const held = module as { NODEFS?: object; FS: { filesystems?: { NODEFS?: object } } }
      const nodeFs = (held.NODEFS ?? held.FS.filesystems?.NODEFS) as {
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

/** Checkpoints come by time and by count: PGlite has no checkpointer of its own. */
const checkpointEveryMs = 3 * 60_000
const checkpointEveryStatements = 20_000
const vacuumEveryMs = 60 * 60_000

const database = await PGlite.create({
  fs: new FlushingFileSystem(directory),
  startParams: [...PGlite.defaultStartParams.filter((option) => option !== '-F'), '-c', 'wal_sync_method=fsync'],
  parsers: {
    [int8]: (text: string) => Number(text),
    [timestamptz]: epochOfTimestamp,
  },
})
await database.exec("set time zone 'UTC'")

/** What goes on where the disk is full: reading, and ending what was begun. */
const needsNoRoom = /^\s*(select|begin|commit|rollback|savepoint|release)\b/i

function refuseWithoutRoom(sql: string): void {
  if (needsNoRoom.test(sql) || hasRoom()) return
  throw Object.assign(new Error('The disk of the embedded database is full.'), { code: '53100' })
}

/** Answers a question with what `ask` finds, or with why it fails. */
async function answerWith(id: number, ask: () => Promise<{ rows: unknown[]; affectedRows?: number }>): Promise<void> {
  try {
    const { rows, affectedRows: affected = 0 } = await ask()
    answer({ kind: 'result', id, rows, affected })
  } catch (error) {
    const { message: text, code, constraint } = error as Error & { code?: string; constraint?: string }
    answer({ kind: 'failure', id, text, code, constraint })
  }
}

let sinceCheckpoint = 0
let queue: Promise<unknown> = Promise.resolve()
const inOrder = (work: () => Promise<void>) => {
  queue = queue.then(work)
}

/** Upkeep must not run inside somebody's transaction; the pool says when the connection is free. */
let upkeepDue: 'checkpoint' | 'vacuum' | undefined
setInterval(() => {
  upkeepDue ??= 'checkpoint'
}, checkpointEveryMs).unref()
setInterval(() => {
  upkeepDue = 'vacuum'
}, vacuumEveryMs).unref()

port.on('message', (message: ToWorker) => {
  inOrder(async () => {
    switch (message.kind) {
      case 'query':
      case 'script':
        return answerWith(message.id, async () => {
          refuseWithoutRoom(message.sql)
          if (message.kind === 'script') {
            await database.exec(message.sql)
            return { rows: [] }
          }
          const result = await database.query(message.sql, [...message.parameters])
          sinceCheckpoint += 1
          return result
        })
      case 'idle':
        if (upkeepDue === 'vacuum') await database.exec('vacuum (analyze)')
        if (upkeepDue !== undefined || sinceCheckpoint >= checkpointEveryStatements) {
          await database.exec('checkpoint')
          sinceCheckpoint = 0
          upkeepDue = undefined
        }
        return
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
