import { expect, test } from 'vitest'
import { announcingHours } from './quiet-hours.ts'

const zone = 'America/New_York'

test.each([
  ['in the afternoon', '2026-11-25T20:00:00Z', '2026-11-25T13:00:00Z', '2026-11-26T03:00:00Z'],
  [
    'until the last millisecond before 10 PM',
    '2026-11-26T02:59:59.999Z',
    '2026-11-25T13:00:00Z',
    '2026-11-26T03:00:00Z',
  ],
  ['from 10 PM on, the next day', '2026-11-26T03:00:00Z', '2026-11-26T13:00:00Z', '2026-11-27T03:00:00Z'],
  ['after midnight, the same day', '2026-11-26T08:00:00Z', '2026-11-26T13:00:00Z', '2026-11-27T03:00:00Z'],
  ['on the night when clocks go forward', '2026-03-08T05:00:00Z', '2026-03-08T12:00:00Z', '2026-03-09T02:00:00Z'],
])('[TALK-04] announces messages from 8 AM to 10 PM by the client’s clock: %s', (_when, at, opens, closes) =>
  expect(announcingHours(Date.parse(at), zone)).toEqual({ opens: Date.parse(opens), closes: Date.parse(closes) }),
)
