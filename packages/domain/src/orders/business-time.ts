import { instantOfWallTime, wallTime } from '../pricing/zoned-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const saturday = 6
const sunday = 0
/** 1 January 1970 was a Thursday. */
const weekdayOfEpoch = 4

/** Where the company works unless a setting says otherwise (`COMPANY_TIMEZONE`); the dates on a client's screens are of here. */
export const usualCompanyZone = 'America/Los_Angeles'

/** How many business days something takes: at least and at most. */
export interface BusinessDays {
  from: number
  to: number
}

/** RATE-04: a bad rating is looked at by quality review. */
export const qualityReviewDays: BusinessDays = { from: 1, to: 2 }

/** The refund policy (PUB-03): a request is decided. */
export const refundReviewDays: BusinessDays = { from: 3, to: 5 }

/** WAIT-01: from when until when messages are answered on every day, in hours of the company's clock. */
const companyHours = { from: 8, to: 20 }

/** WAIT-01: how many of those hours the answer to a message may take. */
export const messageAnswerHours = 4

const hourName = (hour: number) => `${hour % 12 || 12}\u00A0${hour < 12 ? 'AM' : 'PM'}`

/** "within 4 hours, 8 AM to 8 PM Pacific": when messages are answered (WAIT-01); `zone` is the company's, an IANA name. */
export function messageAnswerText(zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
  const zoneName = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone
  const { from, to } = companyHours
  return `within ${messageAnswerHours} hours, ${hourName(from)} to ${hourName(to)} ${zoneName.replace(/ Time$/, '')}`
}

/**
 * The instant so many business days later, at the same time of day by the company's clock; its Saturdays and Sundays do not
 * count (WAIT-01). Epoch milliseconds; `zone` is an IANA name.
 */
export function afterBusinessDays(at: number, days: number, zone: string): number {
  if (days === 0) return at
  let end = wallTime(at, zone)
  for (let left = days; left > 0; ) {
    end += dayMs
    const weekday = (Math.floor(end / dayMs) + weekdayOfEpoch) % 7
    if (weekday !== saturday && weekday !== sunday) left -= 1
  }
  return instantOfWallTime(end, zone)
}

/**
 * The instant at which so many hours have passed while the company answers messages, between 8 AM and 8 PM by its clock
 * (WAIT-01). Epoch milliseconds; `zone` is an IANA name.
 */
export function afterCompanyHours(at: number, hours: number, zone: string): number {
  let left = hours * hourMs
  let day = Math.floor(wallTime(at, zone) / dayMs) * dayMs
  for (;;) {
    const opens = Math.max(at, instantOfWallTime(day + companyHours.from * hourMs, zone))
    const closes = instantOfWallTime(day + companyHours.to * hourMs, zone)
    const open = Math.max(0, closes - opens)
    if (left <= open) return opens + left
    left -= open
    day += dayMs
  }
}
