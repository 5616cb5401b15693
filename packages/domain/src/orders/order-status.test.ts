import { expect, test } from 'vitest'
import { clientStatuses, statusBarParts, systemStatuses, systemStatusNames } from './order-status.ts'

test('[STATE-01] has the vocabularies of system and client status', () => {
  expect(systemStatuses).toEqual([
    'Unpaid',
    'Completed',
    'Revision Requested',
    'Revision Accepted',
    'Revision Completed',
    'Refund Requested',
    'Refund Accepted',
    'Refund Declined',
    'Deleted',
  ])
  expect(new Set(clientStatuses)).toEqual(
    new Set([
      'Sent',
      'Revision requested',
      'On revision',
      'Revision sent',
      'In progress',
      'Nerd found',
      'Quality check',
      'Final touches',
      'Completed',
    ]),
  )
})

test('[STATE-01] names every status for people', () => {
  for (const name of [...Object.values(systemStatusNames), ...clientStatuses]) {
    expect(name).toMatch(/^[A-Z][a-z ]+$/)
  }
})

test('[CAB-04] orders the status bar: In progress, Nerd found, Quality check, Final touches, Sent', () => {
  expect(statusBarParts).toEqual(['In progress', 'Nerd found', 'Quality check', 'Final touches', 'Sent'])
})
