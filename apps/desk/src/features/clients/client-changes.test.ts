import { expect, test } from 'vitest'
import { bonusDecision, changesSince, entryText, newestEntry } from './client-changes.ts'

const entry = (id: string, person: string, action: string, request: Record<string, unknown> = {}) => ({
  id,
  at: '2026-11-23T16:05:00.000Z',
  person,
  action,
  subject: 'client client-1',
  subject_name: 'Ruby',
  request,
})

test('[DESK-07] finds colleagues’ changes of an account since a person began to type, oldest first', () => {
  const log = [
    entry('5', 'Mara', 'debit balance', { amount: 12.5, reason: 'withheld' }),
    entry('4', 'Cleo', 'credit balance', { amount: 3 }),
    entry('3', 'Mara', 'answer conversation'),
    entry('2', 'Lena', 'correct contact', { phone: 'withheld' }),
    entry('1', 'Lena', 'block client'),
  ]
  expect(changesSince(log, '1', 'Cleo').map(entryText)).toEqual(['Correct contact', 'Debit balance, $12.50'])
  expect(changesSince(log, newestEntry(log), 'Cleo')).toEqual([])
  expect(changesSince(log, newestEntry([]), 'Cleo')).toHaveLength(3)
})

test('[SAFE-08] the last decision on held bonuses is the newest press that decided one', () => {
  const log = [
    entry('4', 'Cleo', 'release referral bonuses', { released: 0 }),
    entry('3', 'Mara', 'refuse referral bonuses', { refused: 2, reason: 'withheld' }),
    entry('2', 'Lena', 'release referral bonuses', { released: 3 }),
  ]
  expect(bonusDecision(log)).toMatchObject({ released: false, count: 2, person: 'Mara' })
  expect(bonusDecision(log.slice(2))).toMatchObject({ released: true, count: 3, person: 'Lena' })
  expect(bonusDecision(log.slice(0, 1))).toBeUndefined()
})
