import { expect, test } from 'vitest'
import { anOrderAnswer } from '../../../testing/an-order-answer.ts'
import { draftAgain } from './draft-again.ts'

const createdAt = '2026-11-21T17:00:00.000Z'
const terms = { now: Date.parse('2027-03-01T20:00:00.000Z'), premium: false }
const hours = (count: number) => new Date(Date.parse(createdAt) + count * 3_600_000).toISOString()
const again = (change: Parameters<typeof anOrderAnswer>[0]) =>
  draftAgain(anOrderAnswer({ created_at: createdAt, ...change }), 'writing', terms)

test('[CAB-10] ordered again, a task keeps subject, title and size', () => {
  const order = { title: 'Causes of the French Revolution', subject: 'History', size: '7 Pages', deadline: null }
  expect(again(order)).toEqual({
    title: 'Causes of the French Revolution',
    subject: 'History',
    size: { count: 7, measure: 'Pages' },
  })
  expect(again({ title: null, subject: null, size: null, deadline: null })).toEqual({})
})

test.each([
  [11.75, { hours: 12 }],
  [12, { hours: 12 }],
  // A plan made it possible, the client has none any more.
  [1.75, { hours: 3 }],
  [96, { hours: 96 }],
  // It is noon in the Pacific, so 9 AM five days later is three hours too early.
  [117, { date: { year: 2027, month: 3, day: 6 } }],
  [118, { date: { year: 2027, month: 3, day: 7 } }],
  [120, { date: { year: 2027, month: 3, day: 7 } }],
  // Daylight saving begins on March 14.
  [24 * 12, { date: { year: 2027, month: 3, day: 14 } }],
  [24 * 13, { date: { year: 2027, month: 3, day: 15 } }],
  [24 * 90, { date: { year: 2027, month: 5, day: 30 } }],
  [24 * 200, { date: { year: 2027, month: 5, day: 30 } }],
] as const)('[CAB-10] a lead of %d hours becomes %o', (lead, deadline) => {
  expect(again({ deadline: hours(lead) }).deadline).toEqual(deadline)
})

test('[CAB-10] the lead counts from the last price, which a later deadline renewed', () => {
  const renewed = again({ quoted_at: hours(72), deadline: hours(83.75) })
  expect(renewed.deadline).toEqual({ hours: 12 })
})
