import { expect, test } from 'vitest'
import { deletionDue } from './account-deletion.ts'

test('[LAW-06] deletes an account seven days after the request', () => {
  const askedAt = Date.UTC(2026, 10, 21, 9)
  expect(deletionDue(askedAt)).toBe(Date.UTC(2026, 10, 28, 9))
})
