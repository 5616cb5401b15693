import { daysSinceEpoch } from './calendar-date.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Cached: formatters are slow to create, and few zones occur. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>()

function formatterFor(zone: string | undefined): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached !== undefined) return cached
  const formatter = new Intl.DateTimeFormat('en-US', {
    ...(zone !== undefined && { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, formatter)
  return formatter
}

/** Whether the name is an IANA time zone, such as America/Los_Angeles. */
export function isTimeZone(name: string): boolean {
  try {
    return formatterFor(name) !== undefined
  } catch {
    return false
  }
}

/** The date and time at an instant in a zone; without a zone, in the local one. */
export function dateTimeIn(zone: string | undefined, at: number) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatterFor(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

/**
 * The wall clock of a zone at an instant, in milliseconds as if it were UTC: adding a day gives the same time of the
 * next day across clock changes.
 */
export function wallTime(at: number, zone: string): number {
  const { hour, minute, second, ...date } = dateTimeIn(zone, at)
  return daysSinceEpoch(date) * dayMs + hour * hourMs + minute * 60_000 + second * 1000 + (at % 1000)
}

/**
 * The instant of a {@link wallTime} in a zone. A time that occurs twice means the first; a skipped time moves by the
 * size of the jump.
 */
export function instantOfWallTime(wall: number, zone: string): number {
  const offsetAt = (at: number) => wallTime(at, zone) - at
  const before = wall - offsetAt(wall - dayMs)
  if (wallTime(before, zone) === wall) return before
  const after = wall - offsetAt(wall + dayMs)
  return wallTime(after, zone) === wall ? after : before
}
