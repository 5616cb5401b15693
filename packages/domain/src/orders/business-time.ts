import { dayNumberOf } from '../books/book-days.ts'
import { instantOfWallTime, wallTime } from '../pricing/zoned-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const saturday = 6
const sunday = 0
/** 1 January 1970 was a Thursday. */
const weekdayOfEpoch = 4

/** The company's default zone (`COMPANY_TIMEZONE`); also the zone of dates on clients' screens. */
export const defaultCompanyZone = 'America/Los_Angeles'

/** The company's IANA zone, and its holidays by the date there, such as "2026-12-25" (`COMPANY_HOLIDAYS`). */
export interface BusinessCalendar {
  zone: string
  holidays: readonly string[]
}

/** Business days for the quality review of a bad rating (RATE-04). */
export const qualityReviewDays = 2

/** Business days to decide a refund request, by the refund policy (PUB-03). */
export const refundReviewDays = 5

/** The hours of a day in which staff answer messages, by the company's clock (WAIT-01). */
const companyHours = { from: 8, to: 20 }

/** Company hours to answer a message (WAIT-01). */
export const messageAnswerHours = 4

const hourName = (hour: number) => `${hour % 12 || 12}\u00A0${hour < 12 ? 'AM' : 'PM'}`

/** "within 4 hours, 8 AM to 8 PM Pacific": the answer time (WAIT-01); `zone` is the company's IANA zone. */
export function messageAnswerText(zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
  const zoneName = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone
  const { from, to } = companyHours
  return `within ${messageAnswerHours} hours, ${hourName(from)} to ${hourName(to)} ${zoneName.replace(/ Time$/, '')}`
}

/**
 * Adds business days: the same time of day by the company's clock, skipping its Saturdays, Sundays and holidays (WAIT-01).
 * Epoch milliseconds.
 */
export function afterBusinessDays(at: number, days: number, { zone, holidays }: BusinessCalendar): number {
  if (days === 0) return at
  let end = wallTime(at, zone)
  for (let remaining = days; remaining > 0; ) {
    end += dayMs
    const day = Math.floor(end / dayMs)
    const weekday = (day + weekdayOfEpoch) % 7
    const isOff = weekday === saturday || weekday === sunday || holidays.some((date) => dayNumberOf(date) === day)
    if (!isOff) remaining -= 1
  }
  return instantOfWallTime(end, zone)
}

/**
 * Adds company hours: only the time between 8 AM and 8 PM by the company's clock counts (WAIT-01). Epoch milliseconds;
 * `zone` is an IANA name.
 */
export function afterCompanyHours(at: number, hours: number, zone: string): number {
  let remainingMs = hours * hourMs
  let day = Math.floor(wallTime(at, zone) / dayMs) * dayMs
  for (;;) {
    const opens = Math.max(at, instantOfWallTime(day + companyHours.from * hourMs, zone))
    const closes = instantOfWallTime(day + companyHours.to * hourMs, zone)
    const openMs = Math.max(0, closes - opens)
    if (remainingMs <= openMs) return opens + remainingMs
    remainingMs -= openMs
    day += dayMs
  }
}
