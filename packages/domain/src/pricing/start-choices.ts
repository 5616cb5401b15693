import { type JobType, jobTypeById, jobTypes } from '../catalog/job-types.ts'
import { isTooShort, shortestFittingStop } from './deadline-limits.ts'
import { deadlineFromHours, deadlineStops, defaultDeadlineHours } from './deadlines.ts'
import { type Price, priceOf, quoteOf } from './price.ts'
import type { PriceTable } from './price-table.ts'
import { defaultSize, hoursRange, pagesRange } from './size-limits.ts'
import { minutesPerPage, type Size, sizeFromWire, sizeToWire } from './units.ts'
import { referralCoupon } from '../referrals/referral.ts'

/** The choices of `/start` (DOOR-01). `hours` is one of the deadline's stops. */
export interface StartChoices {
  jobType: JobType
  size: Size
  hours: number
}

/** Changed fields of the page; `size` in the wire's format. */
export interface ChoiceChange {
  jobType?: string
  size?: string
  hours?: number
}

const terms = { premium: false }

/** The deadlines on offer, in hours. */
export const startStops = ({ jobType }: StartChoices): readonly number[] => deadlineStops(jobType.id, terms)

const defaultJobType = jobTypes[0] as JobType
const measureOf = (jobType: JobType) => jobType.measures[0] ?? 'Pages'

/** The page's initial choices. */
export const defaultChoices: StartChoices = {
  jobType: defaultJobType,
  size: defaultSize(measureOf(defaultJobType)),
  hours: defaultDeadlineHours,
}

/** Whether the choices equal the page's initial ones. */
export const isDefaultChoice = ({ jobType, size, hours }: StartChoices): boolean =>
  jobType === defaultJobType && sizeToWire(size) === sizeToWire(defaultChoices.size) && hours === defaultChoices.hours

/** The sizes on offer: a list, so that every choice can be ordered. The order form also accepts the sizes between. */
export function startSizes({ jobType }: StartChoices): readonly Size[] {
  const measure = measureOf(jobType)
  const isTime = measure === 'Minutes'
  const length = isTime ? hoursRange.max : pagesRange.max
  const step = isTime ? minutesPerPage : 1
  return Array.from({ length }, (_, index) => ({ count: (index + 1) * step, measure }))
}

/** The choices after one change; a deadline that is too short becomes the shortest that fits (FLOW-13). */
export function withChoice(choices: StartChoices, change: ChoiceChange): StartChoices {
  const jobType = (change.jobType === undefined ? undefined : jobTypeById(change.jobType)) ?? choices.jobType
  const newSize = sizeFromWire(change.size ?? '')
  // Before hydration the page still offers the previous type's sizes.
  const isOfType = newSize !== undefined && jobType.measures.includes(newSize.measure)
  const baseSize = jobType === choices.jobType ? choices.size : defaultSize(measureOf(jobType))
  const size = isOfType ? newSize : baseSize
  const hours = change.hours ?? choices.hours
  const stops = deadlineStops(jobType.id, terms)
  const fits = stops.includes(hours) && !isTooShort(size, hours)
  return { jobType, size, hours: fits ? hours : (shortestFittingStop(size, stops) ?? hours) }
}

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
