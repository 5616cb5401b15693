const dayMs = 24 * 3_600_000
const saturday = 6
const sunday = 0
/** 1 January 1970 was a Thursday. */
const weekdayOfEpoch = 4

/** How many working days something takes: at least and at most. */
export interface WorkingDays {
  from: number
  to: number
}

/** RATE-04: a bad rating is looked at by quality review. */
export const qualityReviewDays: WorkingDays = { from: 1, to: 2 }

/** The refund policy (PUB-03): a request is decided. */
export const refundReviewDays: WorkingDays = { from: 3, to: 5 }

/** The instant so many working days later, at the same time of day; Saturday and Sunday (UTC) do not count. Epoch milliseconds. */
export function afterWorkingDays(at: number, days: number): number {
  let end = at
  for (let left = days; left > 0; ) {
    end += dayMs
    const weekday = (Math.floor(end / dayMs) + weekdayOfEpoch) % 7
    if (weekday !== saturday && weekday !== sunday) left -= 1
  }
  return end
}
