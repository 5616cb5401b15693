import { expect, test } from 'vitest'
import { signInEntry } from './sign-in-entry.ts'
import { secondsUntil } from '@nerdify/ui/use-seconds-until.ts'

test('the entry of the code step survives a reload as it was (ux 8)', () => {
  const sent = { to: '+1 415 555 0103', resendAt: 1000 }
  expect(signInEntry(structuredClone({ sent }))).toEqual({ sent })
})

test('the entry of the number step keeps the number (ux 8)', () => {
  expect(signInEntry({ typed: '+1 415' })).toEqual({ typed: '+1 415' })
})

test.each([null, undefined, 'sent', { sent: {} }, { sent: { to: 1, resendAt: 'x' } }, { typed: 5 }])(
  'an entry that says nothing of a code, %j, is the number step',
  (state) => {
    expect(signInEntry(state)).toEqual({})
  },
)

test.each([
  [31_000, 1000, 30],
  [31_000, 30_001, 1],
  [31_000, 31_000, 0],
  [31_000, 99_000, 0],
])('from %i it is at %i %i seconds (ux 7)', (at, now, seconds) => {
  expect(secondsUntil(at, now)).toBe(seconds)
})
