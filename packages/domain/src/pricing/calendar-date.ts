/** A calendar date without time or zone; months start at 1. */
export interface CalendarDate {
  year: number
  month: number
  day: number
}

/** Whether the date exists in the Gregorian calendar, in the years 1 to 9999. */
export function isCalendarDate({ year, month, day }: CalendarDate): boolean {
  return (
    [year, month, day].every(Number.isInteger) &&
    year >= 1 &&
    year <= 9999 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysSinceEpoch({ year, month: month + 1, day: 1 }) - daysSinceEpoch({ year, month, day: 1 })
  )
}

/**
 * Days from 1 January 1970 to the date. Years start in March, so that the leap day is the last day and one formula
 * gives the lengths of the earlier months. Month 13 is the next January.
 */
export function daysSinceEpoch({ year, month, day }: CalendarDate): number {
  const fromMarch = month > 2 ? { year, month: month - 3 } : { year: year - 1, month: month + 9 }
  const leapDays = Math.floor(fromMarch.year / 4) - Math.floor(fromMarch.year / 100) + Math.floor(fromMarch.year / 400)
  const daysBeforeMonth = Math.floor((153 * fromMarch.month + 2) / 5)
  return 365 * fromMarch.year + leapDays + daysBeforeMonth + day - 1 - daysFromYearZeroMarchToEpoch
}

const daysFromYearZeroMarchToEpoch = 719_468
