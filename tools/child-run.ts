import { spawn } from 'node:child_process'

/** The result of a program. */
export interface ChildRun {
  /** Exit code; null if a signal ended it or it never ran. */
  code: number | null
  /** The output of both channels, in order of arrival. */
  output: string
  /** Whether the time limit ended it. */
  tooLong: boolean
}

/**
 * Runs a program to its end and collects its output. `signal` ends it early, `limitMs` after that time; `uid` and `gid`
 * are the user and the group to run as.
 */
export function runChild(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    signal,
    limitMs,
    ...user
  }: {
    cwd: string
    env: NodeJS.ProcessEnv
    signal?: AbortSignal
    limitMs?: number
    uid?: number
    gid?: number
  },
): Promise<ChildRun> {
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
