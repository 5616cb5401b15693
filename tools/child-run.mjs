import { spawn } from 'node:child_process'

/**
 * @typedef {object} ChildRun
 * @property {number | null} code exit code; null when a signal ended it or it never ran
 * @property {string} output what it said on both channels, in the order in which it came
 * @property {boolean} tooLong whether it was ended because it took too long
 */

/**
 * Runs a program to its end and keeps what it says.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} how
 * @param {string} how.cwd
 * @param {NodeJS.ProcessEnv} how.env
 * @param {AbortSignal} [how.signal] ends it early
 * @param {number} [how.limitMs] ends it after that time
 * @param {number} [how.uid] user to run as
 * @param {number} [how.gid] group to run as
 * @returns {Promise<ChildRun>}
 */
export function runChild(command, args, { cwd, env, signal, limitMs, ...user }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
      ...user,
    })
    let output = ''
    let tooLong = false
    const limit = limitMs
      ? setTimeout(() => {
          tooLong = true
          child.kill('SIGKILL')
        }, limitMs)
      : undefined
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => {
      output += `${error.message}\n`
    })
    child.once('close', (code) => {
      clearTimeout(limit)
      resolve({ code: child.pid === undefined ? null : code, output, tooLong })
    })
  })
}
