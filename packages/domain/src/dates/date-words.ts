import { daysSinceEpoch } from '../pricing/calendar-date.ts'
import { shownIn } from '../pricing/zoned-time.ts'

/** Creates the format at first use: creation takes 10 ms on a slow phone. */
export function formatOf(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined
  return () => (made ??= new Intl.DateTimeFormat('en-US', options))
}

/** Puts a no-break space before AM or PM. */
export const unbroken = (text: string): string => text.replaceAll(/\s(?=[AP]M\b)/g, '\u00a0')

/** Names of days by their offset from yesterday. */
const nearDays = ['yesterday', 'today', 'tomorrow']

/**
 * Formats dates, the same everywhere (EASE-07). Instants are epoch milliseconds.
 * - Uses `timeZone`, or the reader's own zone without one.
 * - Names yesterday, today and tomorrow; shows the year only if it differs from the year of `now`.
 * - Each line names the zone once: use `instant` for its first date and `time` for the rest.
 */
export function dateWords(timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const monthDay = { ...zone, weekday: 'short', month: 'short', day: 'numeric' } as const
  const clock = { ...zone, hour: 'numeric', minute: '2-digit' } as const
  const day = formatOf(monthDay)
  const dayOfYear = formatOf({ ...monthDay, year: 'numeric' })
  const time = formatOf(clock)
  const timeOfZone = formatOf({ ...clock, timeZoneName: 'short' })

  const yearOf = (at: number) => shownIn(timeZone, at).year
  const dayNumber = (at: number) => daysSinceEpoch(shownIn(timeZone, at))
  const dateText = (at: number, now: number): string => (yearOf(at) === yearOf(now) ? day() : dayOfYear()).format(at)
  const dayText = (at: number, now: number): string => {
    const distance = nearDays[dayNumber(at) - dayNumber(now) + 1]
    return distance === undefined ? dateText(at, now) : `${distance} (${day().format(at)})`
  }
  return {
    /** "Mon, Nov 23", "Fri, Jan 1, 2027": for use after "on", where "tomorrow" does not fit. */
    date: dateText,
    /** "tomorrow (Mon, Nov 23)", "Sun, Nov 29", "Fri, Jan 1, 2027" */
    day: dayText,
    /** "3:11 AM PST" */
    timeOfZone: (at: number) => unbroken(timeOfZone().format(at)),
    /** "tomorrow (Mon, Nov 23), 3:11 AM PST" */
    instant: (at: number, now: number) => `${dayText(at, now)}, ${unbroken(timeOfZone().format(at))}`,
    /** `instant` without the zone. */
    time: (at: number, now: number) => `${dayText(at, now)}, ${unbroken(time().format(at))}`,
  }
}

/** In the reader's own time zone. */
export const ownDates = dateWords()
