import { type CalendarDate, isCalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import {
  calendarDateAllowed,
  deadlineFromHours,
  hoursToDeadline,
  maxDeadlineDays,
  pacificNineAm,
  snapToStop,
} from '@nerdify/domain/pricing/deadlines.ts'
import { pacificDate, pacificDateAtNine } from './deadline-text.ts'

/** A chosen deadline: the hours of a slider stop, or a Pacific date of the calendar. */
export type ChosenDeadline = { hours: number } | { date: CalendarDate }

/** A deadline as it was chosen, or as the stored instant. */
export type DeadlineChoice = ChosenDeadline | { at: number }

/**
 * The instant of a choice, in UTC milliseconds. Hours count from `now`, so that an order does not run out of time while
 * the client thinks (FLOW-12); a date means its 9 AM Pacific (FLOW-11).
 */
export function deadlineOf(choice: DeadlineChoice, now: number): number {
  if ('hours' in choice) return deadlineFromHours(now, choice.hours)
  if ('date' in choice) return pacificNineAm(choice.date.year, choice.date.month, choice.date.day)
  return choice.at
}

/** The index of a choice in `stops` (hours, ascending). A date is at the last stop. */
export function stopIndexOf(choice: DeadlineChoice, stops: readonly number[], now: number): number {
  if (chosenDate(choice) !== undefined) return stops.length - 1
  const hours = 'hours' in choice ? choice.hours : hoursToDeadline(now, deadlineOf(choice, now))
  const stop = snapToStop(hours, stops)
  return stop === undefined ? 0 : stops.indexOf(stop)
}

/** Whether a choice is at the last stop, which opens the calendar (FLOW-11). */
export const opensCalendar = (choice: DeadlineChoice, stops: readonly number[], now: number): boolean =>
  stopIndexOf(choice, stops, now) === stops.length - 1

/** The chosen Pacific date, if the deadline came from the calendar. */
export function chosenDate(choice: DeadlineChoice): CalendarDate | undefined {
  if ('date' in choice) return choice.date
  return 'at' in choice ? pacificDateAtNine(choice.at) : undefined
}

const dayMs = 24 * 3_600_000

/** The first and the last Pacific date of the calendar at an instant (FLOW-11, FLOW-31). */
export function calendarBounds(now: number): { first: CalendarDate; last: CalendarDate } {
  const dateIn = (days: number) => pacificDate(now + days * dayMs)
  const firstAllowed = (...days: number[]) => days.map(dateIn).find((date) => calendarDateAllowed(now, date))
  return {
    first: firstAllowed(1, 2) ?? dateIn(3),
    last: firstAllowed(maxDeadlineDays) ?? dateIn(maxDeadlineDays - 1),
  }
}

/** A date in the form of a date input, "2026-11-23". */
export function dateToText({ year, month, day }: CalendarDate): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Parses a date input's value; undefined for an incomplete date. */
export function dateFromText(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  return isCalendarDate(date) ? date : undefined
}
