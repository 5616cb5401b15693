import type { CalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { pacificNineAm } from '@nerdify/domain/pricing/deadlines.ts'
import { unbroken } from '../../../texts/frame.ts'

const language = 'en-US'

/** How instants read in one time zone; without a zone, in the reader's own (ux 22). */
export function deadlineTexts(zone?: string) {
  const own = zone === undefined ? {} : { timeZone: zone }
  const dateFormat = new Intl.DateTimeFormat(language, { ...own, weekday: 'long', day: 'numeric', month: 'long' })
  const timeFormat = new Intl.DateTimeFormat(language, {
    ...own,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })

  const date = (at: number) => dateInWords(dateFormat, at)
  const time = (at: number) => unbroken(timeFormat.format(at))
  const dateAndTime = (at: number) => `${date(at)}, ${time(at)}`

  return {
    /** "Sunday 22 November, 9:00 AM PST" */
    dateAndTime,

    /**
     * An instant that was chosen as 9 AM Pacific: "Sunday 22 November, 9:00 AM PT, 6:00 PM GMT+1 your time"
     * (FLOW-11). The reader's date is named only where it differs, their time only where it does.
     */
    pacificNineAm(at: number): string {
      const theirDate = dateInWords(pacificDateFormat, at)
      const theirs = `${theirDate}, ${unbroken('9:00 AM PT')}`
      if (timeFormat.format(at) === pacificTimeFormat.format(at)) return theirs
      const yours = date(at) === theirDate ? time(at) : dateAndTime(at)
      return `${theirs}, ${yours} your time`
    },

    /** A deadline in the words that fit how it was chosen: by the calendar, or by hours. */
    deadline(at: number): string {
      return pacificDateAtNine(at) === undefined ? dateAndTime(at) : this.pacificNineAm(at)
    },
  }
}

/** "Sunday 22 November" */
function dateInWords(format: Intl.DateTimeFormat, at: number): string {
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]))
  return `${parts.get('weekday')} ${parts.get('day')} ${parts.get('month')}`
}

const pacific = { timeZone: 'America/Los_Angeles' }
const pacificDateFormat = new Intl.DateTimeFormat(language, {
  ...pacific,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const pacificTimeFormat = new Intl.DateTimeFormat(language, {
  ...pacific,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const pacificNumbersFormat = new Intl.DateTimeFormat(language, {
  ...pacific,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/** The Pacific date of an instant (FLOW-11). */
export function pacificDate(at: number): CalendarDate {
  const numbers = new Map(pacificNumbersFormat.formatToParts(at).map((part) => [part.type, Number(part.value)]))
  return { year: numbers.get('year') ?? 0, month: numbers.get('month') ?? 0, day: numbers.get('day') ?? 0 }
}

/** The Pacific date whose 9 AM the instant is, or undefined: how a deadline of the calendar is known again. */
export function pacificDateAtNine(at: number): CalendarDate | undefined {
  const date = pacificDate(at)
  return pacificNineAm(date.year, date.month, date.day) === at ? date : undefined
}

/** In the reader's own time zone. */
export const ownDeadlineTexts = deadlineTexts()
