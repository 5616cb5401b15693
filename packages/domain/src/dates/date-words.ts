import { daysSinceEpoch } from '../pricing/calendar-date.ts'
import { dateTimeIn } from '../pricing/zoned-time.ts'

/** Creates the format at first use: creation takes 10 ms on a slow phone. */
export function formatOf(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  return () => (format ??= new Intl.DateTimeFormat('en-US', options))
}

/** Puts a no-break space before AM or PM. */
export const unbroken = (text: string): string => text.replaceAll(/\s(?=[AP]M\b)/g, '\u00a0')

/** Puts a no-break space between month and day, so that a line never ends between them. */
const unbrokenDay = (text: string): string => text.replace(/\b([A-Z][a-z]{2}) (?=\d)/, '$1\u00a0')

/** Capitalizes a value of a table or card: "Today by 9:54 PM PST (Wed, Nov 25)". */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Names of days by their offset from yesterday. */
const nearDays = ['yesterday', 'today', 'tomorrow']

/**
 * Formats dates, the same everywhere (EASE-07). Instants are epoch milliseconds.
 * - Uses `timeZone`, or the reader's own zone without one.
 * - Names yesterday, today and tomorrow; shows the year only if it differs from the year of `now`.
 * - Each line names the zone once: use `instant` for its first date and `time` for the rest.
 */
export function dateWords(timeZone?: string): DateWords {
  const cached = wordsByZone.get(timeZone)
  if (cached !== undefined) return cached
  const words = newDateWords(timeZone)
  wordsByZone.set(timeZone, words)
  return words
}

type DateWords = ReturnType<typeof newDateWords>

/** Memoizes the formats of each zone: they are slow to create, and a table uses them in each row. */
const wordsByZone = new Map<string | undefined, DateWords>()

function newDateWords(timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const monthDay = { ...zone, weekday: 'short', month: 'short', day: 'numeric' } as const
  const clock = { ...zone, hour: 'numeric', minute: '2-digit' } as const
  const day = formatOf(monthDay)
  const dayOfYear = formatOf({ ...monthDay, year: 'numeric' })
  const time = formatOf(clock)
  const timeOfZone = formatOf({ ...clock, timeZoneName: 'short' })

  const yearOf = (at: number) => dateTimeIn(timeZone, at).year
  const dayNumber = (at: number) => daysSinceEpoch(dateTimeIn(timeZone, at))
  const dateText = (at: number, now: number): string =>
    unbrokenDay((yearOf(at) === yearOf(now) ? day() : dayOfYear()).format(at))
  const nearDay = (at: number, now: number) => nearDays[dayNumber(at) - dayNumber(now) + 1]
  const shortDay = (at: number) => `(${unbrokenDay(day().format(at))})`
  const dayText = (at: number, now: number): string => {
    const near = nearDay(at, now)
    return near === undefined ? dateText(at, now) : `${near} ${shortDay(at)}`
  }
  const clockText = (at: number, now: number, preposition: 'by' | 'at', clockTime: string): string => {
    const near = nearDay(at, now)
    return near === undefined
      ? `${dateText(at, now)} ${preposition} ${unbroken(clockTime)}`
      : `${near} ${preposition} ${unbroken(clockTime)} ${shortDay(at)}`
  }
  return {
    /** "Mon, Nov 23", "Fri, Jan 1, 2027": for use after "on", where "tomorrow" does not fit. */
    date: dateText,
    /** "tomorrow (Mon, Nov 23)", "Sun, Nov 29", "Fri, Jan 1, 2027" */
    day: dayText,
    /** "3:11 AM PST" */
    timeOfZone: (at: number) => unbroken(timeOfZone().format(at)),
    /** A deadline: "tomorrow by 3:11 AM PST (Mon, Nov 23)", "Sun, Nov 29 by 3:11 AM PST" */
    instant: (at: number, now: number) => clockText(at, now, 'by', timeOfZone().format(at)),
    /** For tables of staff, whose screen names the zone: "tomorrow 3:11 AM", "Sun, Nov 29, 3:11 AM" */
    brief: (at: number, now: number) => {
      const near = nearDay(at, now)
      return `${near ?? `${dateText(at, now)},`} ${unbroken(time().format(at))}`
    },
    /** An event, without the zone: "today at 3:11 AM (Mon, Nov 23)", "Sun, Nov 29 at 3:11 AM" */
    time: (at: number, now: number) => clockText(at, now, 'at', time().format(at)),
  }
}

/** Dates in the reader's own time zone. */
export const ownDates = dateWords()
