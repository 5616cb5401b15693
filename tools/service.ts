import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot, say } from './bootstrap.mjs'
import { parseObject, readableLine } from './log-lines.ts'

/** How long a starting service may be silent: with progress, it may take as long as its machine needs. */
const longestSilenceMs = 120_000
/** How long a service may take to end. */
const endingWithinMs = 10_000

/** Lines of its last output to show if it dies. */
const lastWordsLines = 40

interface ServiceCommand {
  /** For sentences: "The product …". */
  kind: 'product' | 'sandbox'
  /** Node's arguments, relative to the repository. */
  args: readonly string[]
  /** Added to our environment. */
  environment: NodeJS.ProcessEnv
  /** Folders of the repository; saving a file there restarts the service, and its errors show at once. */
  watch?: readonly string[] | undefined
  /** Its output goes to a log there; the previous run's log stays next to it. */
  dataDirectory: string
}

interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A service's announcement: the sandbox `http`, the product everything else. */
export interface Announcement {
  http?: string
  product?: string
  desk?: string
  /** The embedded bucket's. */
  files?: string
  people?: readonly { phone: string; email: string /** What is special about them. */; who: string }[]
  staff?: readonly { email: string; name: string; role: string }[]
  operationsToken?: string
}

/** A listening process. */
export interface Service {
  name: string
  /** Its JSON line with its addresses; rejects if it ends first. */
  listening: Promise<Announcement>
  ended: Promise<Ending>
  /** Its last output, for a person. */
  lastWords: () => string
  /** Asks it to end, and kills it after ten seconds. */
  stop: () => Promise<Ending>
}

/** A service ended before it listened; its last words say why. */
export class DiedAtStart extends Error {}

function openLog(path: string) {
  if (existsSync(path)) renameSync(path, path.replace(/\.log$/, '.previous.log'))
  return createWriteStream(path, { mode: 0o600 })
}

/**
 * Starts a Node process that announces its addresses on standard output, in one line of JSON with the key "listening",
 * and writes structured logs from then on. Shows warnings and errors of the log as readable lines.
 */
export function startService({ kind, args, environment, watch, dataDirectory }: ServiceCommand): Service {
  const name = `The ${kind}`
  const warn = (line: string) => say(`${line}\n`)
  const log = openLog(join(dataDirectory, `${kind}.log`))
  // A full disk loses the log, not the service.
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
    // "close" follows the last output, "exit" may precede it.
    child.once('close', (code, signal) => resolve({ code, signal }))
  })

  const listening = new Promise<Announcement>((resolve, reject) => {
    const giveUp = () => {
      remember(`It did not listen, and said nothing for ${longestSilenceMs / 1000} seconds.`)
      child.kill('SIGKILL')
    }
    // A watched service with an error waits for the next save.
    const patience = watch ? undefined : setTimeout(giveUp, longestSilenceMs)
    const showsProgress = () => patience?.refresh()
    child.stdout.on('data', showsProgress)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const announcement = line.includes('"listening"') ? parseObject(line) : undefined
      // The announcement contains the operations token, which no log may contain.
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
  // The caller handles the rejection; an aborted start has none.
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
