import { expect, test } from 'vitest'
import { accountLinkEnds, daysOfAccountLink, emailChangesADay, givenEmail } from './email-change.ts'

test('[SAFE-02] five changes a day, and links that work for some days', () => {
  expect(emailChangesADay).toBe(5)
  expect(accountLinkEnds(1_000)).toBe(1_000 + daysOfAccountLink * 86_400_000)
  expect(daysOfAccountLink).toBeGreaterThanOrEqual(3)
})

test('[SAFE-02][FLOW-21] the address that was given last is the one that waits, else the one that holds', () => {
  expect(givenEmail({ confirmed: 'a@example.com', pending: 'b@example.com' })).toBe('b@example.com')
  expect(givenEmail({ confirmed: 'a@example.com', pending: null })).toBe('a@example.com')
  expect(givenEmail({ confirmed: null, pending: 'b@example.com' })).toBe('b@example.com')
  expect(givenEmail({ confirmed: null, pending: null })).toBeNull()
})
