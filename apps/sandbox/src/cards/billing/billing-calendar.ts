/** Seconds of a day. */
export const daySeconds = 24 * 3600

/** Seconds between the announcement of a trial's end and the end. */
export const trialNotice = 3 * daySeconds

/** Seconds in which the first month must be paid; then the subscription expires. */
export const firstPaymentWait = 23 * 3600

/** Days between retries of a failed card: tries on day 0, 1, 3, 7 and 14, then the subscription ends. */
export const retryGaps: readonly number[] = [1, 2, 4, 7]

/** The instant some months after another, in seconds; the 31st becomes the last day of a shorter month. */
export function monthsAfter(start: number, months: number): number {
  const date = new Date(start * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

/** The end of the month that begins at `start`; months are counted from `anchor`. */
export function monthEnd(anchor: number, start: number): number {
  let months = 1
  while (monthsAfter(anchor, months) <= start) months += 1
  return monthsAfter(anchor, months)
}
