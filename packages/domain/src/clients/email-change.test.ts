import { expect, test } from 'vitest'
import { accountLinkEnds, daysOfAccountLink, emailChangesADay, latestEmail } from './email-change.ts'

test('[SAFE-02] limits e-mail changes to five a day, and keeps their links valid for at least three days', () => {
  expect(emailChangesADay).toBe(5)
  expect(accountLinkEnds(1_000)).toBe(1_000 + daysOfAccountLink * 86_400_000)
  expect(daysOfAccountLink).toBeGreaterThanOrEqual(3)
})

test('[SAFE-02][FLOW-21] prefers the pending address to the confirmed one', () => {
  expect(latestEmail({ confirmed: 'a@example.com', pending: 'b@example.com' })).toBe('b@example.com')
  expect(latestEmail({ confirmed: 'a@example.com', pending: null })).toBe('a@example.com')
  expect(latestEmail({ confirmed: null, pending: 'b@example.com' })).toBe('b@example.com')
  expect(latestEmail({ confirmed: null, pending: null })).toBeNull()
})
