import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import type { CalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { pacificNineAm } from '@nerdify/domain/pricing/deadlines.ts'
import { dateTimeIn } from '@nerdify/domain/pricing/zoned-time.ts'

const pacific = 'America/Los_Angeles'
const pacificDates = dateWords(pacific)

/**
 * The Pacific date of an instant, the first words of a calendar date (FLOW-11). Never "tomorrow": the reader's day may be
 * another one.
 */
export const pacificDay = (at: number, now: number): string => pacificDates.date(at, now)

/** Deadline texts in one time zone; by default the reader's own (ux 22). */
export function deadlineTexts(zone?: string) {
  const own = dateWords(zone)
  return {
    /**
     * An instant chosen as 9 AM Pacific: "Sun, Nov 22, 9:00 AM PT, 6:00 PM GMT+1 your time" (FLOW-11). The reader's
     * date and time show only if they differ.
     */
    pacificNineAm(at: number, now: number): string {
      const theirDate = pacificDay(at, now)
      const theirs = `${theirDate}, 9:00\u00a0AM PT`
      const time = own.timeOfZone(at)
      if (time === pacificDates.timeOfZone(at)) return theirs
      return `${theirs}, ${own.date(at, now) === theirDate ? '' : `${own.day(at, now)}, `}${time} your time`
    },

    /** A deadline in the words for its kind: from the calendar, or in hours. */
    deadline(at: number, now: number): string {
      return pacificDateAtNine(at) === undefined ? own.instant(at, now) : this.pacificNineAm(at, now)
    },
  }
}

/** The Pacific date of an instant (FLOW-11). */
export function pacificDate(at: number): CalendarDate {
  const { year, month, day } = dateTimeIn(pacific, at)
  return { year, month, day }
}

/** The Pacific date of an instant at 9 AM Pacific, else undefined: so a deadline of the calendar is recognized. */
export function pacificDateAtNine(at: number): CalendarDate | undefined {
  const date = pacificDate(at)
  return pacificNineAm(date.year, date.month, date.day) === at ? date : undefined
}

export const ownDeadlineTexts = deadlineTexts()
