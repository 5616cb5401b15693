import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { findNode24 } from './node24.mjs'
import { Refusal } from './refusal.mjs'
import { repositoryRoot } from './repository-root.mjs'

/** Names the process that `npm start` is. */
const startLock = 'start.lock'

/** The file on which the embedded database holds a lock of the kernel, and how one asks for it (decision 0052). */
const databaseLock = 'database.lock'
const askForLock = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('pragma journal_mode = memory; begin exclusive')`

/**
 * Whether a product has the embedded database open.
 *
 * @param {string} dataDirectory
 */
function isDatabaseOpen(dataDirectory) {
  const file = join(dataDirectory, databaseLock)
  if (!existsSync(file)) return false
  // The oldest Node that runs the tools knows no SQLite.
  return spawnSync(findNode24(repositoryRoot), ['-e', askForLock, file]).status !== 0
}

/**
 * When a process began, in a form that only it has; undefined where the system does not tell or no such process runs.
 * With it a lock left behind is known as such although another process has the same number by now.
 *
 * @param {number} pid
 */
function birthOf(pid) {
  try {
    // The name of the program stands in brackets and may hold blanks; the beginning is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * The number of the living process that a lock file names; undefined when there is no lock or its process is gone.
 *
 * @param {string} path
 * @returns {number | undefined}
 */
function holderOf(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const [pid, birth] = [text.match(/\d+/)?.[0], text.match(/"birth":"(\d+)"/)?.[1]]
  if (!pid || !isAlive(Number(pid))) return undefined
  return birth && birth !== birthOf(Number(pid)) ? undefined : Number(pid)
}

/**
 * Stops with one sentence when a start or a product is at work in the data directory.
 *
 * @param {string} dataDirectory absolute path
 * @throws {Refusal}
 */
export function refuseUsedDataDirectory(dataDirectory) {
  const holder = holderOf(join(dataDirectory, startLock))
  if (holder || isDatabaseOpen(dataDirectory)) {
    throw new Refusal(
      `The data directory ${dataDirectory} is in use by ${holder ? `process ${holder}` : 'another process'}: stop that one, or set DATA_DIR to another directory.`,
    )
  }
}

/**
 * Takes the data directory for this process.
 *
 * @param {string} dataDirectory absolute path, made when missing
 * @returns {() => void} gives it back
 * @throws {Refusal} when another process has it
 */
export function lockDataDirectory(dataDirectory) {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const path = join(dataDirectory, startLock)
  for (;;) {
    refuseUsedDataDirectory(dataDirectory)
    try {
      const file = openSync(path, 'wx')
      writeSync(file, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) }))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
      // Nobody alive holds it: left behind by a start that was killed.
      rmSync(path, { force: true })
    }
  }
}
