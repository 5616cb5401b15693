import { pacificNineAm } from '@nerdify/domain/pricing/deadlines.ts'
import { expect, test } from 'vitest'
import { deadlineTexts, pacificDateAtNine } from './deadline-text.ts'

const losAngeles = deadlineTexts('America/Los_Angeles')
const paris = deadlineTexts('Europe/Paris')
const now = Date.UTC(2027, 0, 4)
const tokyo = deadlineTexts('Asia/Tokyo')

test('[FLOW-11] 9 AM Pacific shows with the reader’s own time, and their date if it differs (ux 22)', () => {
  const at = pacificNineAm(2027, 3, 15)
  expect(losAngeles.pacificNineAm(at, now)).toBe('Mon, Mar\u00a015, 9:00\u00a0AM PT')
  expect(paris.pacificNineAm(at, now)).toBe('Mon, Mar\u00a015, 9:00\u00a0AM PT, 5:00\u00a0PM GMT+1 your time')
  expect(tokyo.pacificNineAm(at, now)).toBe(
    'Mon, Mar\u00a015, 9:00\u00a0AM PT, Tue, Mar\u00a016, 1:00\u00a0AM GMT+9 your time',
  )
})

test('[FLOW-11] says no "tomorrow" of the Pacific, where the reader’s day may be another one (ux 22)', () => {
  const at = pacificNineAm(2026, 11, 24)
  // Monday 3 PM in California is Tuesday 10 AM in Sydney.
  const monday = Date.UTC(2026, 10, 23, 23)
  expect(deadlineTexts('Australia/Sydney').pacificNineAm(at, monday)).toBe(
    'Tue, Nov\u00a024, 9:00\u00a0AM PT, tomorrow (Wed, Nov\u00a025), 4:00\u00a0AM GMT+11 your time',
  )
  expect(paris.pacificNineAm(at, monday - 3_600_000 * 3)).toBe(
    'Tue, Nov\u00a024, 9:00\u00a0AM PT, 6:00\u00a0PM GMT+1 your time',
  )
  expect(losAngeles.pacificNineAm(at, monday)).toBe('Tue, Nov\u00a024, 9:00\u00a0AM PT')
})

test('[FLOW-11] a deadline of the calendar is recognized by its 9 AM Pacific', () => {
  const at = pacificNineAm(2027, 11, 7)
  expect(pacificDateAtNine(at)).toEqual({ year: 2027, month: 11, day: 7 })
  expect(pacificDateAtNine(at + 1)).toBeUndefined()
  expect(paris.deadline(at, now)).toBe(paris.pacificNineAm(at, now))
  expect(paris.deadline(at + 900_000, now)).toBe('Sun, Nov\u00a07 by 6:15\u00a0PM GMT+1')
})
