import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runChild } from './child-run.ts'

const node = (code: string, how: { limitMs?: number; signal?: AbortSignal } = {}) =>
  runChild(process.execPath, ['-e', code], { cwd: tmpdir(), env: process.env, ...how })

test('returns the exit code and both channels', async () => {
  const { code, output, tooLong } = await node("console.log('fine'); console.error('not fine'); process.exitCode = 3")
  expect(code).toBe(3)
  expect(output).toContain('fine\n')
  expect(output).toContain('not fine\n')
  expect(tooLong).toBe(false)
})

test('ends a slow program and says so', async () => {
  expect(await node('setInterval(() => {}, 1000)', { limitMs: 50 })).toMatchObject({ code: null, tooLong: true })
})

test('a run can be aborted', async () => {
  const stop = new AbortController()
  const run = node('setInterval(() => {}, 1000)', { signal: stop.signal })
  stop.abort()
  expect(await run).toMatchObject({ code: null, tooLong: false })
})

test('a missing program is a failure with a reason', async () => {
  const { code, output } = await runChild('no-such-program', [], { cwd: tmpdir(), env: process.env })
  expect(code).not.toBe(0)
  expect(output).toContain('no-such-program')
})
