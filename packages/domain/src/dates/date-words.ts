import { daysSinceEpoch } from '../pricing/calendar-date.ts'
import { shownIn } from '../pricing/zoned-time.ts'

/** A format is made when it is first used: that takes a slow phone 10 ms each. */
export function formatOf(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined
  return () => (made ??= new Intl.DateTimeFormat('en-US', options))
}

/** A time does not break before its AM or PM. */
export const unbroken = (text: string): string => text.replaceAll(/\s(?=[AP]M\b)/g, '\u00a0')

/** Days by their distance from the day before. */
const nearDays = ['yesterday', 'today', 'tomorrow']

/**
 * How dates read, the same everywhere (EASE-07). Instants are epoch milliseconds.
 * - In `timeZone`, without one in the reader's own.
 * - Yesterday, today and tomorrow are named; the year is shown only where it differs from that of `now`.
 * - A line names the zone once: its first date is an `instant`, the others are `time`s.
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
    /** "Mon, Nov 23", "Fri, Jan 1, 2027": after "on", where no "tomorrow" can stand. */
    date: dateText,
    /** "tomorrow (Mon, Nov 23)", "Sun, Nov 29", "Fri, Jan 1, 2027" */
    day: dayText,
    /** "3:11 AM PST" */
    timeOfZone: (at: number) => unbroken(timeOfZone().format(at)),
    /** "tomorrow (Mon, Nov 23), 3:11 AM PST" */
    instant: (at: number, now: number) => `${dayText(at, now)}, ${unbroken(timeOfZone().format(at))}`,
    /** The same without the zone, where the text has named it. */
    time: (at: number, now: number) => `${dayText(at, now)}, ${unbroken(time().format(at))}`,
  }
}

/** In the reader's own time zone. */
export const ownDates = dateWords()
