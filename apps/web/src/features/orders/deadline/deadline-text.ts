import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import type { CalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { pacificNineAm } from '@nerdify/domain/pricing/deadlines.ts'
import { shownIn } from '@nerdify/domain/pricing/zoned-time.ts'

const pacific = 'America/Los_Angeles'
const pacificDates = dateWords(pacific)

/** The Pacific day of an instant, with which the words of a date of the calendar begin (FLOW-11). */
export const pacificDay = (at: number, now: number): string => pacificDates.day(at, now)

/** How deadlines read in one time zone; without a zone, in the reader's own (ux 22). */
export function deadlineTexts(zone?: string) {
  const own = dateWords(zone)
  return {
    /**
     * An instant that was chosen as 9 AM Pacific: "Sun, Nov 22, 9:00 AM PT, 6:00 PM GMT+1 your time" (FLOW-11). The reader's date
     * is named only where it differs, their time only where it does.
     */
    pacificNineAm(at: number, now: number): string {
      const theirDate = pacificDay(at, now)
      const theirs = `${theirDate}, 9:00\u00a0AM PT`
      if (own.timeOfZone(at) === pacificDates.timeOfZone(at)) return theirs
      const yours = own.day(at, now) === theirDate ? own.timeOfZone(at) : own.instant(at, now)
      return `${theirs}, ${yours} your time`
    },

    /** A deadline in the words that fit how it was chosen: by the calendar, or by hours. */
    deadline(at: number, now: number): string {
      return pacificDateAtNine(at) === undefined ? own.instant(at, now) : this.pacificNineAm(at, now)
    },
  }
}

/** The Pacific date of an instant (FLOW-11). */
export function pacificDate(at: number): CalendarDate {
  const { year, month, day } = shownIn(pacific, at)
  return { year, month, day }
}

/** The Pacific date whose 9 AM the instant is, or undefined: how a deadline of the calendar is known again. */
export function pacificDateAtNine(at: number): CalendarDate | undefined {
  const date = pacificDate(at)
  return pacificNineAm(date.year, date.month, date.day) === at ? date : undefined
}

/** In the reader's own time zone. */
export const ownDeadlineTexts = deadlineTexts()
