import { daysSinceEpoch } from './calendar-date.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Formatters are slow to make, and few zones are asked about. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

function clockOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    ...(zone !== undefined && { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, made)
  return made
}

/** Whether a name is that of an IANA time zone, such as America/Los_Angeles. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined
  } catch {
    return false
  }
}

/** The date and time that the clocks of a zone show at an instant; without a zone the reader's own. */
export function shownIn(zone: string | undefined, at: number) {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(at)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return { year, month, day, hour, minute, second }
}

/**
 * What the clocks of a zone show at an instant, both in milliseconds: the second as if those clocks stood in UTC, so that
 * adding a day to it is the same time of the next day, whatever the clocks do in between.
 */
export function wallTime(at: number, zone: string): number {
  const { hour, minute, second, ...date } = shownIn(zone, at)
  return daysSinceEpoch(date) * dayMs + hour * hourMs + minute * 60_000 + second * 1000 + (at % 1000)
}

/**
 * The instant at which the clocks of a zone show a {@link wallTime}. A time that comes twice is the first of both; one that
 * the clocks skip is as much later as they jump.
 */
export function instantOfWallTime(wall: number, zone: string): number {
  const offsetAt = (at: number) => wallTime(at, zone) - at
  const before = wall - offsetAt(wall - dayMs)
  if (wallTime(before, zone) === wall) return before
  const after = wall - offsetAt(wall + dayMs)
  return wallTime(after, zone) === wall ? after : before
}
