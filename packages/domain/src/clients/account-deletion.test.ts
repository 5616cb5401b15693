import { expect, test } from 'vitest'
import { deletionDue } from './account-deletion.ts'

test('[LAW-06] an account is deleted seven days after its client asked for it', () => {
  const askedAt = Date.UTC(2026, 10, 21, 9)
  expect(deletionDue(askedAt)).toBe(Date.UTC(2026, 10, 28, 9))
})
