import { expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { all, any, type Condition, client, flagged, not, system, tagged } from './condition.ts'

const always: Condition = () => true
const never: Condition = () => false
const { facts } = anOrder()

test('[STATE-02] combines conditions with any and all, and negates one with not', () => {
  expect(any(never, always)(facts)).toBe(true)
  expect(any(never, never)(facts)).toBe(false)
  expect(all(always, always)(facts)).toBe(true)
  expect(all(always, never)(facts)).toBe(false)
  expect(not(never)(facts)).toBe(true)
  expect(not(always)(facts)).toBe(false)
})

test('[STATE-02] matches any of several system or client statuses', () => {
  const inWork = anOrder().paid().facts
  expect(system('Completed', 'Unpaid')(facts)).toBe(true)
  expect(system('Completed')(facts)).toBe(false)
  expect(system('Unpaid')(inWork)).toBe(false)
  expect(client('Sent', 'In progress')(inWork)).toBe(true)
  expect(client('Sent')(inWork)).toBe(false)
  expect(client('In progress')(facts)).toBe(false)
})

test('[STATE-06][STATE-13] looks up tags and flags in their own lists', () => {
  const tag = anOrder().tagged('client_accept').facts
  const flag = anOrder().flagged('review_shown_on_client').facts
  expect(tagged('client_accept')(tag)).toBe(true)
  expect(tagged('delete_order')(tag)).toBe(false)
  expect(flagged('review_shown_on_client')(flag)).toBe(true)
  expect(flagged('review_shown_on_client')(anOrder().tagged('review_shown_on_client').facts)).toBe(false)
})
