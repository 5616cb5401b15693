import { mkdirSync, openSync, closeSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.mjs'

/** Files of a data directory that name the process at work there: ours, and the one of the embedded database. */
const lockFiles = ['start.lock', 'lock']

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
  for (const file of lockFiles) {
    const holder = holderOf(join(dataDirectory, file))
    if (holder) {
      throw new Refusal(
        `The data directory ${dataDirectory} is in use by process ${holder}: stop that one, or set DATA_DIR to another directory.`,
      )
    }
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
  mkdirSync(dataDirectory, { recursive: true })
  const path = join(dataDirectory, 'start.lock')
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
