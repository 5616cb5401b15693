import { expect, test } from 'vitest'
import { readReply } from './reply-words.ts'

const read = (text: string) => readReply(text, { hasOptedOut: true })

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
  'Stop. Thank you',
  'please stop',
  'Please, STOP!',
  'Stop texting me. Thanks',
  'Stop sending me these text messages',
  'Hi, please unsubscribe me',
  'ＳＴＯＰ',
  'st\u200Bop',
  'S.T.O.P.',
])('[LAW-07] reads "%s" as only an opt-out', (text) => expect(read(text)).toEqual({ wish: 'stop', saysMore: false }))

test.each(['Stop. I found a tutor', 'Who is this?\nSTOP', 'Wrong number! Please stop'])(
  '[LAW-07][WAIT-03] reads "%s" as an opt-out that a person must read too',
  (text) => expect(read(text)).toEqual({ wish: 'stop', saysMore: true }),
)

test.each(['START', 'unstop', 'Yes'])('[LAW-07] reads "%s" as an opt-in', (text) =>
  expect(read(text).wish).toBe('start'),
)

test.each(['START', 'Yes!'])('[LAW-07][TALK-05] reads "%s" as words of a number that has not opted out', (text) =>
  expect(readReply(text, { hasOptedOut: false })).toEqual({ wish: undefined, saysMore: true }),
)

test.each(['HELP', 'info?'])('[LAW-07] reads "%s" as a request for help', (text) =>
  expect(read(text).wish).toBe('help'),
)

test.each([
  '',
  'please do not stop',
  'stopwatch',
  'yes please write it',
  'Yes. Please write it',
  'Help. I cannot pay',
  'When does it end?',
  'We stop at page 4, ok?',
  'Please cancel my order',
  'Stop at page 4. Thank you',
])('[LAW-07] reads no request in "%s"', (text) => expect(read(text)).toEqual({ wish: undefined, saysMore: true }))
