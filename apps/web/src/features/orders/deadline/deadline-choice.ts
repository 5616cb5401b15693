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

/** How a deadline is chosen: as the hours of a slider stop, or as a Pacific date of the calendar. */
export type ChosenDeadline = { hours: number } | { date: CalendarDate }

/** How a deadline is known: as it was chosen, or as the instant that is stored. */
export type DeadlineChoice = ChosenDeadline | { at: number }

/**
 * The instant a choice stands for, in UTC milliseconds. Hours count from `now`, so that what is not ordered yet does
 * not run out while it is thought over (FLOW-12); a date means its 9 AM Pacific (FLOW-11).
 */
export function deadlineOf(choice: DeadlineChoice, now: number): number {
  if ('hours' in choice) return deadlineFromHours(now, choice.hours)
  if ('date' in choice) return pacificNineAm(choice.date.year, choice.date.month, choice.date.day)
  return choice.at
}

/** The place of a choice on the slider: an index into `stops` (hours, ascending). A date stands on the last stop. */
export function stopIndexOf(choice: DeadlineChoice, stops: readonly number[], now: number): number {
  if (chosenDate(choice) !== undefined) return stops.length - 1
  const hours = 'hours' in choice ? choice.hours : hoursToDeadline(now, deadlineOf(choice, now))
  const stop = snapToStop(hours, stops)
  return stop === undefined ? 0 : stops.indexOf(stop)
}

/** Whether a choice stands on the last stop, past which the calendar opens (FLOW-11). */
export const opensCalendar = (choice: DeadlineChoice, stops: readonly number[], now: number): boolean =>
  stopIndexOf(choice, stops, now) === stops.length - 1

/** The Pacific date that was chosen in the calendar, if that is how the deadline was chosen. */
export function chosenDate(choice: DeadlineChoice): CalendarDate | undefined {
  if ('date' in choice) return choice.date
  return 'at' in choice ? pacificDateAtNine(choice.at) : undefined
}

const dayMs = 24 * 3_600_000

/** The first and the last Pacific date that the calendar offers at an instant (FLOW-11, FLOW-31). */
export function calendarBounds(now: number): { first: CalendarDate; last: CalendarDate } {
  const dates = (days: readonly number[]) => days.map((day) => pacificDate(now + day * dayMs))
  const offered = (date: CalendarDate) => calendarDateAllowed(now, date)
  return {
    first: dates([1, 2, 3]).find(offered) ?? pacificDate(now + 3 * dayMs),
    last: dates([maxDeadlineDays, maxDeadlineDays - 1]).find(offered) ?? pacificDate(now),
  }
}

/** A date as a date input has it, "2026-11-23". */
export function dateToText({ year, month, day }: CalendarDate): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Reads what a date input has; undefined while it is not a whole date. */
export function dateFromText(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  return isCalendarDate(date) ? date : undefined
}
