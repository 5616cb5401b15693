import { expect, test } from 'vitest'
import { readableLine } from './log-lines.ts'

const time = new Date(2027, 2, 14, 9, 5, 7).getTime()

test.each([
  [{ level: 40, time, msg: 'slow' }, '09:05:07 warning: slow'],
  [{ level: 50, time, msg: 'failed', err: { message: 'no\n  network' } }, '09:05:07 error: failed: no network'],
  [{ level: 60, time, msg: 'same', err: { message: 'same' } }, '09:05:07 error: same'],
  [{ level: 50, time, msg: 'failed', reqId: 'r-1' }, '09:05:07 error: failed (request r-1)'],
])('%j is one readable line', (entry, line) => {
  expect(readableLine(JSON.stringify(entry))).toBe(line)
})

test.each([JSON.stringify({ level: 30, msg: 'everyday' }), 'plain words', '{"broken', '{"no":"level"}'])(
  '%s is of no concern on the terminal',
  (line) => expect(readableLine(line)).toBeUndefined(),
)
