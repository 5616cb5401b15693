import { expect, test } from 'vitest'
import { latePromiseText } from './late-promise.ts'

test.each([
  [[], undefined],
  [[{ hours_late: 0, percent: 10 }], 'what you paid to your balance: 10%.'],
  [[{ hours_late: 1, percent: 10 }], 'to your balance: 10% from 1 hour on.'],
  [
    [
      { hours_late: 0, percent: 10 },
      { hours_late: 12, percent: 25 },
      { hours_late: 24, percent: 50 },
    ],
    'to your balance: 10%, 25% from 12 hours on and 50% from 24 hours on.',
  ],
])('[WAIT-05] a table of late credit in words: %j', (steps, words) => {
  if (words === undefined) expect(latePromiseText(steps)).toBeUndefined()
  else expect(latePromiseText(steps)).toContain(words)
})
