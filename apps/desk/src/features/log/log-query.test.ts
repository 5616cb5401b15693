import { expect, test } from 'vitest'
import { filterOf, searchOf, sentWords } from './log-query.ts'

test.each([
  ['', {}],
  ['person=Cleo&action=refund', { person: 'Cleo', action: 'refund' }],
  ['client=c1&person=', { client: 'c1' }],
  ['client=c1&order=48177', { order: '48177' }],
])('[DESK-06] the address "%s" of the log has its filters', (search, filter) => {
  expect(filterOf(new URLSearchParams(search))).toEqual(filter)
  expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter)
})

test('[DESK-06] the log shows the fields of a request, except withheld ones', () => {
  expect(sentWords({ event: 'send', tell: 'withheld', amount: 5, tags_add: ['vip'], note: null })).toBe(
    'event send, amount 5, tags add ["vip"]',
  )
})
