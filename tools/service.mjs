import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseObject, readableLine } from './log-lines.mjs'

/** How long a service may take to listen, and to end after it was asked to. */
const listeningWithinMs = 120_000
const endingWithinMs = 10_000

/** How much of its last output is kept to be shown when it dies. */
const lastWordsLines = 40

/**
 * @typedef {object} ServiceCommand
 * @property {string} name in a sentence: "The product …"
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} logFile everything it says goes there; the file of the run before is kept beside it
 *
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending
 *
 * @typedef {object} Service a process that listens
 * @property {string} name
 * @property {Promise<Record<string, any>>} listening its one JSON line about where it listens; rejects when it ends before
 * @property {Promise<Ending>} ended
 * @property {() => string} lastWords what it said last, for a person
 * @property {() => Promise<Ending>} stop asks it to end, and makes it after ten seconds
 */

/** A service that ended before it listened; its last words say why. */
export class DiedAtStart extends Error {}

/** @param {string} path */
function openLog(path) {
  if (existsSync(path)) renameSync(path, path.replace(/\.log$/, '.previous.log'))
  return createWriteStream(path, { mode: 0o600 })
}

/**
 * Starts a process that announces on its standard output, in one line of JSON with the key "listening", where it
 * listens, and writes structured logs from then on.
 *
 * @param {ServiceCommand} service
 * @param {(line: string) => void} warn gets a readable line for each warning or error in the log
 * @returns {Service}
 */
export function startService({ name, command, args, cwd, environment, logFile }, warn) {
  const log = openLog(logFile)
  // A full disk costs the log, not the service.
  log.once('error', (error) => warn(`The log of ${name} cannot be written: ${error.message}`))
  const child = spawn(command, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {string[]} */
  const last = []

  /** @param {string} line */
  const remember = (line) => {
    log.write(`${line}\n`)
    last.push(line)
    if (last.length > lastWordsLines) last.shift()
  }

  /** @type {Promise<Ending>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      remember(error.message)
      resolve({ code: 1, signal: null })
    })
    // "close" comes after the last output, "exit" may come before it.
    child.once('close', (code, signal) => resolve({ code, signal }))
  })

  /** @type {Promise<Record<string, any>>} */
  const listening = new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      remember(`It did not listen within ${listeningWithinMs / 1000} seconds.`)
      child.kill('SIGKILL')
    }, listeningWithinMs)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const announcement = line.includes('"listening"') ? parseObject(line) : undefined
      // The announcement carries the operations token, which no log may hold.
      if (announcement?.['listening']) {
        clearTimeout(patience)
        resolve(announcement)
        return
      }
      const readable = readableLine(line)
      if (readable) warn(readable)
      remember(line)
    })
    createInterface({ input: child.stderr }).on('line', remember)
    void ended.then(() => {
      clearTimeout(patience)
      log.end()
      reject(new DiedAtStart(name))
    })
  })
  // Whoever waits for it hears of it; nobody may be waiting any more when a start is broken off.
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
