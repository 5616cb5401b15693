import type { JobTypeId } from '../catalog/job-types.ts'
import { type DeadlineTerms, deadlineFromHours, deadlineStops, hoursToDeadline } from './deadlines.ts'
import { quoteHoldMs } from './quote-hold.ts'
import type { Measure, Size } from './units.ts'

/** Shown if the size needs a longer deadline (FLOW-13). */
export const tooShortText = 'Please, give your Nerd more time to complete your task'

/** FLOW-13: the maximum size up to each number of hours. Above the last threshold only the general limits apply. */
const thresholdHours = [3, 6, 12, 18, 24, 48]
const maxPages = [1, 4, 8, 10, 12, 18]
const maxCounts: Record<Measure, readonly number[]> = {
  Pages: maxPages,
  Words: [300, 1200, 2400, 3000, 3600, 5400],
  Slides: [2, 8, 16, 20, 24, 36],
  Minutes: [60, 240, 480, 600, 720, 1080],
  Sources: maxPages,
}

/** Whether the hours (rounded up) are too few for the size: the first threshold that reaches them decides (FLOW-13). */
export function isTooShort(size: Size, hours: number): boolean {
  const threshold = thresholdHours.findIndex((limit) => limit >= hours)
  const limit = maxCounts[size.measure][threshold]
  return limit !== undefined && size.count > limit
}

interface TimedTask {
  jobTypeId: JobTypeId
  size: Size
  deadline: number
  priceFixed?: boolean | undefined
}

/**
 * Whether payment needs another deadline. Instants are UTC milliseconds.
 * - The deadline is nearer than the shortest one offered now (FLOW-33), or was too short for the size when last priced
 * (PRICE-12).
 * - An offered deadline ends a quarter of an hour early (FLOW-12) and its price holds for half an hour; within that
 * time the client may still pay.
 * - With `priceFixed` staff agreed the price for exactly this size and deadline (OPS-05): it is valid until then.
 */
export function isOutOfTime(
  { jobTypeId, size, deadline, priceFixed }: TimedTask,
  terms: DeadlineTerms,
  { now, quotedAt = now }: { now: number; quotedAt?: number | undefined },
): boolean {
  if (priceFixed) return now >= deadline
  const shortestChoice = deadlineFromHours(now, deadlineStops(jobTypeId, terms)[0] ?? 0)
  return deadline < shortestChoice - quoteHoldMs || isTooShort(size, hoursToDeadline(quotedAt, deadline))
}

/** The shortest stop (hours, ascending) that is long enough for the size (FLOW-14); undefined if no stop is. */
export function shortestFittingStop(size: Size, stops: readonly number[]): number | undefined {
  return stops.find((stop) => !isTooShort(size, stop))
}
