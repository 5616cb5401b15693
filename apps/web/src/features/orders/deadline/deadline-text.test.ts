import { pacificNineAm } from '@nerdify/domain/pricing/deadlines.ts'
import { expect, test } from 'vitest'
import { deadlineTexts, pacificDateAtNine } from './deadline-text.ts'

const losAngeles = deadlineTexts('America/Los_Angeles')
const paris = deadlineTexts('Europe/Paris')
const tokyo = deadlineTexts('Asia/Tokyo')

test('(ux 20, ux 22) a deadline is told with weekday, date, time and zone', () => {
  expect(losAngeles.dateAndTime(Date.UTC(2026, 10, 22, 17, 0))).toBe('Sunday 22 November, 9:00\u00a0AM PST')
  expect(losAngeles.dateAndTime(Date.UTC(2026, 5, 1, 5, 45))).toBe('Sunday 31 May, 10:45\u00a0PM PDT')
})

test('(ux 22) the zone is right on the days when the clocks change', () => {
  const springForward = Date.UTC(2027, 2, 14, 9, 59)
  expect(losAngeles.dateAndTime(springForward)).toBe('Sunday 14 March, 1:59\u00a0AM PST')
  expect(losAngeles.dateAndTime(springForward + 60_000)).toBe('Sunday 14 March, 3:00\u00a0AM PDT')
  const fallBack = Date.UTC(2027, 10, 7, 8, 59)
  expect(losAngeles.dateAndTime(fallBack)).toBe('Sunday 7 November, 1:59\u00a0AM PDT')
  expect(losAngeles.dateAndTime(fallBack + 60_000)).toBe('Sunday 7 November, 1:00\u00a0AM PST')
})

test("[FLOW-11] 9 AM Pacific stands beside the reader's own time, with their date where it differs (ux 22)", () => {
  const at = pacificNineAm(2027, 3, 15)
  expect(losAngeles.pacificNineAm(at)).toBe('Monday 15 March, 9:00\u00a0AM PT')
  expect(paris.pacificNineAm(at)).toBe('Monday 15 March, 9:00\u00a0AM PT, 5:00\u00a0PM GMT+1 your time')
  expect(tokyo.pacificNineAm(at)).toBe(
    'Monday 15 March, 9:00\u00a0AM PT, Tuesday 16 March, 1:00\u00a0AM GMT+9 your time',
  )
})

test('[FLOW-11] a deadline of the calendar is known again by its 9 AM Pacific', () => {
  const at = pacificNineAm(2027, 11, 7)
  expect(pacificDateAtNine(at)).toEqual({ year: 2027, month: 11, day: 7 })
  expect(pacificDateAtNine(at + 1)).toBeUndefined()
  expect(paris.deadline(at)).toBe(paris.pacificNineAm(at))
  expect(paris.deadline(at + 900_000)).toBe(paris.dateAndTime(at + 900_000))
})
