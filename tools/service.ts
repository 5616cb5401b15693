import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot, say } from './bootstrap.mjs'
import { parseObject, readableLine } from './log-lines.ts'

/** How long a service that starts may be silent: one that still shows progress takes as long as its machine needs. */
const longestSilenceMs = 120_000
/** How long a service may take to end after it was asked to. */
const endingWithinMs = 10_000

/** How much of its last output is kept to be shown when it dies. */
const lastWordsLines = 40

interface ServiceCommand {
  /** In a sentence: "The product …". */
  kind: 'product' | 'sandbox'
  /** Of Node, in the repository. */
  args: readonly string[]
  /** Beside our own. */
  environment: NodeJS.ProcessEnv
  /** Folders of the repository; a saved file there restarts the service, and its errors are shown at once. */
  watch?: readonly string[] | undefined
  /** Everything it says goes into a log there; that of the run before is kept beside it. */
  dataDirectory: string
}

interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/** What a service announces: the sandbox `http`, the product everything else. */
export interface Announcement {
  http?: string
  product?: string
  desk?: string
  /** Of the embedded bucket. */
  files?: string
  people?: readonly { phone: string; email: string /** What is special about them. */; who: string }[]
  staff?: readonly { email: string; name: string; role: string }[]
  operationsToken?: string
}

/** A process that listens. */
export interface Service {
  name: string
  /** Its one JSON line about where it listens; rejects when it ends before. */
  listening: Promise<Announcement>
  ended: Promise<Ending>
  /** What it said last, for a person. */
  lastWords: () => string
  /** Asks it to end, and makes it after ten seconds. */
  stop: () => Promise<Ending>
}

/** A service that ended before it listened; its last words say why. */
export class DiedAtStart extends Error {}

function openLog(path: string) {
  if (existsSync(path)) renameSync(path, path.replace(/\.log$/, '.previous.log'))
  return createWriteStream(path, { mode: 0o600 })
}

/**
 * Starts a process of Node that announces on its standard output, in one line of JSON with the key "listening", where it
 * listens, and writes structured logs from then on. Each warning or error in the log is shown as a readable line.
 */
export function startService({ kind, args, environment, watch, dataDirectory }: ServiceCommand): Service {
  const name = `The ${kind}`
  const warn = (line: string) => say(`${line}\n`)
  const log = openLog(join(dataDirectory, `${kind}.log`))
  // A full disk costs the log, not the service.
  log.once('error', (error) => warn(`The log of ${name} cannot be written: ${error.message}`))
  const watchOptions = watch ? ['--watch-preserve-output', ...watch.map((folder) => `--watch-path=${folder}`)] : []
  const child = spawn(process.execPath, [...watchOptions, ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const last: string[] = []

  const remember = (line: string) => {
    log.write(`${line}\n`)
    last.push(line)
    if (last.length > lastWordsLines) last.shift()
  }

  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => {
      remember(error.message)
      resolve({ code: 1, signal: null })
    })
    // "close" comes after the last output, "exit" may come before it.
    child.once('close', (code, signal) => resolve({ code, signal }))
  })

  const listening = new Promise<Announcement>((resolve, reject) => {
    const giveUp = () => {
      remember(`It did not listen, and said nothing for ${longestSilenceMs / 1000} seconds.`)
      child.kill('SIGKILL')
    }
    // A watched service waits for the next save after a mistake.
    const patience = watch ? undefined : setTimeout(giveUp, longestSilenceMs)
    const showsProgress = () => patience?.refresh()
    child.stdout.on('data', showsProgress)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const announcement = line.includes('"listening"') ? parseObject(line) : undefined
      // The announcement carries the operations token, which no log may hold.
      if (announcement?.['listening']) {
        child.stdout.off('data', showsProgress)
        clearTimeout(patience)
        resolve(announcement['listening'])
        return
      }
      const readable = readableLine(line)
      if (readable) warn(readable)
      remember(line)
    })
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (watch) warn(line)
      remember(line)
    })
    void ended.then(() => {
      clearTimeout(patience)
      log.end()
      reject(new DiedAtStart(name))
    })
  })
  // Reports to its waiter, if any: an aborted start has none.
  listening.catch(() => {})

  return {
    name,
    listening,
    ended,
    lastWords: () => last.map((line) => readableLine(line) ?? line).join('\n'),
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), endingWithinMs)
      const ending = await ended
      clearTimeout(impatience)
      return ending
    },
  }
}
