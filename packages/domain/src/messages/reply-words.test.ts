import { expect, test } from 'vitest'
import { wishIn } from './reply-words.ts'

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  '"STOP"',
  'stopall',
  'Stop all',
  'UNSUBSCRIBE',
  'cancel',
  'END',
  'quit',
  'opt out',
  'OPT-OUT',
  'revoke',
  'stop!!',
])('[LAW-07] "%s" ends the texts', (text) => expect(wishIn(text)).toBe('stop'))

test.each(['START', 'unstop', 'Yes'])('[LAW-07] "%s" takes them up again', (text) => expect(wishIn(text)).toBe('start'))

test.each(['HELP', 'info?'])('[LAW-07] "%s" asks for help', (text) => expect(wishIn(text)).toBe('help'))

test.each(['', 'please do not stop', 'stopwatch', 'yes please write it', 'When does it end?'])(
  '[LAW-07] "%s" is no wish of that kind',
  (text) => expect(wishIn(text)).toBeUndefined(),
)
