import { expect, test } from 'vitest'
import { announcementWay, announcementWays } from './announcement-way.ts'

test.each([
  ['sms', { phone: true, email: true }, 'sms'],
  ['email', { phone: true, email: true }, 'email'],
  ['none', { phone: true, email: true }, 'none'],
  ['email', { phone: true, email: false }, 'sms'],
  ['sms', { phone: false, email: true }, 'email'],
  ['sms', { phone: false, email: false }, 'none'],
] as const)('[MSG-06] announces to a client who prefers %s and has %j by %s', (preferred, channels, way) => {
  expect(announcementWay(preferred, channels)).toBe(way)
  expect(announcementWays(channels)).toContain(way)
})
