import { expect, test } from 'vitest'
import { deletionDue } from './account-deletion.ts'

test('[LAW-06] deletes an account seven days after the request', () => {
  const requestedAt = Date.UTC(2026, 10, 21, 9)
  expect(deletionDue(requestedAt)).toBe(Date.UTC(2026, 10, 28, 9))
})
