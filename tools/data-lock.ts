import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from './bootstrap.mjs'

/** Contains the process id of `npm start`. */
const startLock = 'start.lock'

/** The file that the embedded database locks in the kernel (decision 0052). */
const databaseLock = 'database.lock'

/** Whether a product has the embedded database open. */
function isDatabaseOpen(dataDirectory: string) {
  const file = join(dataDirectory, databaseLock)
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}

/**
 * When a process began, as an opaque id; undefined if the system does not tell or the process is gone. It exposes a
 * stale lock whose process id another process has got since.
 */
function birthOf(pid: number) {
  try {
    // The program's name is in brackets and may contain blanks; the start time is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The id of the living process in a lock file; undefined if there is no lock or its process is gone. */
function holderOf(path: string): number | undefined {
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
 * Stops with one sentence if a start or a product uses the data directory.
 *
 * @param dataDirectory absolute path
 * @throws {Refusal}
 */
export function refuseUsedDataDirectory(dataDirectory: string) {
  const holder = holderOf(join(dataDirectory, startLock))
  if (holder || isDatabaseOpen(dataDirectory)) {
    throw new Refusal(
      `The data directory ${dataDirectory} is in use by ${holder ? `process ${holder}` : 'another process'}: stop that one, or set DATA_DIR to another directory.`,
    )
  }
}

/**
 * Locks the data directory for this process.
 *
 * @param dataDirectory absolute path, created if missing
 * @returns the function that unlocks it
 * @throws {Refusal} if another process has the lock
 */
export function lockDataDirectory(dataDirectory: string): () => void {
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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // A stale lock: its start was killed.
      rmSync(path, { force: true })
    }
  }
}
