import type { JobTypeId } from '../catalog/job-types.ts'
import { type CalendarDate, daysSinceEpoch, isCalendarDate } from './calendar-date.ts'
import { quantityLabel } from './units.ts'
import { instantOfWallTime } from './zoned-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** FLOW-12: a deadline from a number of hours ends a quarter of an hour early. In milliseconds. */
export const quarterHourMs = hourMs / 4

/** FLOW-31. */
export const maxDeadlineDays = 90

/** FLOW-10: the slider's default for every job type, in hours. */
export const defaultDeadlineHours = 12

/** FLOW-10, FLOW-11: the last stop, which opens the calendar. */
export const beyondStopsLabel = '4+ days'

const commonStops = [3, 6, 12, 18, 24, 48, 72, 96, 120] as const

/** FLOW-10 and, for premium subscribers, PRICE-10. In hours. */
const stops = {
  regular: { writing: commonStops, other: [2, ...commonStops] },
  premium: { writing: [2, ...commonStops], other: [1, 2, ...commonStops] },
} as const

/** The stops of each job type: writing needs an hour more. */
const pace: Record<JobTypeId, 'writing' | 'other'> = {
  writing: 'writing',
  editing: 'other',
  presentation: 'other',
  problems: 'other',
  quiz: 'other',
  task: 'other',
}

/** Whether the client has a premium plan or its trial, with shorter deadlines (PRICE-10). */
export interface DeadlineTerms {
  premium: boolean
}

/** The slider's stops for a job type in hours, shortest first; the last one is "4+ days" (FLOW-10, PRICE-10). */
export function deadlineStops(jobTypeId: JobTypeId, { premium }: DeadlineTerms): readonly number[] {
  return stops[premium ? 'premium' : 'regular'][pace[jobTypeId]]
}

/** A stop in words: "2 hours", "1 day", "4+ days" (FLOW-10). */
export function stopLabel(hours: number): string {
  if (hours < 24) return quantityLabel(hours, 'hour', 'hours')
  if (hours <= 96) return quantityLabel(hours / 24, 'day', 'days')
  return beyondStopsLabel
}

/** The stop for a number of hours: the first that reaches it, else the last (FLOW-10). */
export function snapToStop(hours: number, stopHours: readonly number[]): number | undefined {
  return stopHours.find((stop) => stop >= hours) ?? stopHours.at(-1)
}

/** The deadline from a number of hours: now + hours − 0.25 h (FLOW-12). */
export function deadlineFromHours(now: number, hours: number): number {
  return now + hours * hourMs - quarterHourMs
}

/** Hours from now to the deadline, rounded up; 0 if it is past (FLOW-12). */
export function hoursToDeadline(now: number, deadline: number): number {
  return Math.max(0, Math.ceil((deadline - now) / hourMs))
}

/** The company's day begins at 9 AM here (FLOW-11). */
const pacificZone = 'America/Los_Angeles'

/**
 * 9 AM in America/Los_Angeles on that Pacific date, in UTC milliseconds, with daylight saving (FLOW-11). Months start
 * at 1.
 */
export function pacificNineAm(year: number, month: number, day: number): number {
  return instantOfWallTime(daysSinceEpoch({ year, month, day }) * dayMs + 9 * hourMs, pacificZone)
}

/**
 * Whether the calendar offers the Pacific date: it exists, and its 9 AM is at least 24 hours and at most
 * `maxDeadlineDays` ahead (FLOW-11, FLOW-31).
 */
export function calendarDateAllowed(now: number, date: CalendarDate): boolean {
  if (!isCalendarDate(date)) return false
  const ahead = pacificNineAm(date.year, date.month, date.day) - now
  return ahead >= dayMs && ahead <= maxDeadlineDays * dayMs
}

export type DeadlineFault = 'too_soon' | 'too_far'

/** The refusal of a deadline, in words (FLOW-31). */
export const deadlineFaultTexts: Record<DeadlineFault, string> = {
  too_soon: 'This deadline is too close. Please choose a later one.',
  too_far: `This deadline is too far away. Please choose one within ${maxDeadlineDays} days.`,
}

/**
 * Why the server refuses a deadline; undefined if valid (FLOW-31). Rounds hours up, so that a stop just chosen, which
 * ends a quarter of an hour early, still counts in full.
 */
export function deadlineFault(
  now: number,
  deadline: number,
  jobTypeId: JobTypeId,
  terms: DeadlineTerms,
): DeadlineFault | undefined {
  const shortestStop = deadlineStops(jobTypeId, terms)[0] ?? 0
  if (hoursToDeadline(now, deadline) < shortestStop) return 'too_soon'
  if (deadline - now > maxDeadlineDays * dayMs) return 'too_far'
  return undefined
}
