import type { BegunOrder } from '../../begun-order.ts'
import { type JobType, jobTypeById, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { isTooShort, shortestFittingStop } from '@nerdify/domain/pricing/deadline-limits.ts'
import { deadlineFromHours, deadlineStops, defaultDeadlineHours } from '@nerdify/domain/pricing/deadlines.ts'
import { type Price, priceOf, quoteOf } from '@nerdify/domain/pricing/price.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { defaultSize, hoursRange, pagesRange } from '@nerdify/domain/pricing/size-limits.ts'
import { minutesPerPage, type Size, sizeFromWire, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'

/** The choices of `/start` (DOOR-01). `hours` is one of the deadline's stops. */
export interface StartChoices {
  jobType: JobType
  size: Size
  hours: number
}

/** Choices from the page's fields; `size` in the wire's form. */
export interface ChoiceChange {
  jobType?: string
  size?: string
  hours?: number
}

const terms = { premium: false }

/** The deadlines to choose from, in hours. */
export const startStops = ({ jobType }: StartChoices): readonly number[] => deadlineStops(jobType.id, terms)

const first = jobTypes[0] as JobType
const measureOf = (jobType: JobType) => jobType.measures[0] ?? 'Pages'

/** What the page begins with. */
export const firstChoices: StartChoices = {
  jobType: first,
  size: defaultSize(measureOf(first)),
  hours: defaultDeadlineHours,
}

/** The sizes to choose from: a list, so that every choice can be ordered. The form also takes the sizes between. */
export function startSizes({ jobType }: StartChoices): readonly Size[] {
  const measure = measureOf(jobType)
  const isTime = measure === 'Minutes'
  const most = isTime ? hoursRange.max : pagesRange.max
  const times = isTime ? minutesPerPage : 1
  return Array.from({ length: most }, (_, index) => ({ count: (index + 1) * times, measure }))
}

/** The choices after one change; a deadline that is too short becomes the shortest that fits (FLOW-13). */
export function withChoice(choices: StartChoices, change: ChoiceChange): StartChoices {
  const jobType = (change.jobType === undefined ? undefined : jobTypeById(change.jobType)) ?? choices.jobType
  const given = sizeFromWire(change.size ?? '')
  // Before hydration the page still offers the previous type's sizes.
  const isOfType = given !== undefined && jobType.measures.includes(given.measure)
  const baseSize = jobType === choices.jobType ? choices.size : defaultSize(measureOf(jobType))
  const size = isOfType ? given : baseSize
  const wanted = change.hours ?? choices.hours
  const stops = deadlineStops(jobType.id, terms)
  const fits = stops.includes(wanted) && !isTooShort(size, wanted)
  return { jobType, size, hours: fits ? wanted : (shortestFittingStop(size, stops) ?? wanted) }
}

/** The choices that a history entry carries. */
export const choicesOf = ({ jobType, size, deadline: { hours } }: BegunOrder): StartChoices =>
  withChoice(firstChoices, { jobType, size, hours })

/** The choices in the form for the order form. */
export const begunOrderOf = ({ jobType, size, hours }: StartChoices): BegunOrder => ({
  jobType: jobType.id,
  size: sizeToWire(size),
  deadline: { hours },
})

/** The current price of the choices (FLOW-15), with the friend's gift; undefined for a job type without a price. */
export function startPrice(
  { jobType, size, hours }: StartChoices,
  rates: PriceTable,
  { now, isFriend }: { now: number; isFriend: boolean },
): Price | undefined {
  const deadline = deadlineFromHours(now, hours)
  const quote = quoteOf({ priceName: jobType.priceName, size, deadline, tags: [] }, { rates, services: {} }, now)
  return quote && priceOf(quote, { added: [], gift: isFriend ? referralCoupon.gift : undefined })
}
