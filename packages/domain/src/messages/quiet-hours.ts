import { instantOfWallTime, wallTime } from '../pricing/zoned-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** TALK-04, MSG-06: the hours without announcements and reminders, by the client's clock. */
const quietHours = { from: 22, to: 8 }

/**
 * The hours around `at` in which clients may be reached (TALK-04), or the next ones if `at` is in the quiet hours.
 * Epoch milliseconds; `zone` is an IANA name.
 */
export function announcingHours(at: number, zone: string): { opens: number; closes: number } {
  const today = Math.floor(wallTime(at, zone) / dayMs) * dayMs
  const hoursOf = (day: number) => ({
    opens: instantOfWallTime(day + quietHours.to * hourMs, zone),
    closes: instantOfWallTime(day + quietHours.from * hourMs, zone),
  })
  const hours = hoursOf(today)
  return at < hours.closes ? hours : hoursOf(today + dayMs)
}
