import { expect, test } from 'vitest'
import { runInBackground } from './background.ts'

test('[OPS-03] a round with a backlog stops before its next row at shutdown, without a failure', async () => {
  const ending = new AbortController()
  const failures: string[] = []
  let rows = 0
  const backlog = {
    name: 'backlog',
    everyMs: 1,
    async run() {
      for (;;) {
        ending.signal.throwIfAborted()
        rows += 1
        if (rows === 3) ending.abort()
        await undefined
      }
    },
  }
  const idle = { name: 'idle', everyMs: 3_600_000, run: async () => 0 }
  const waiting = { name: 'waiting', everyMs: 1, firstAfterMs: 3_600_000, run: async () => (rows += 1) }
  await runInBackground([backlog, idle, waiting], ending.signal, (name) => failures.push(name)).ended
  expect(rows).toBe(3)
  expect(failures).toEqual([])
})
