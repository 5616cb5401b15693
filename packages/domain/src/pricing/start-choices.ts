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

/** Whether these are the choices that the page begins with. */
export const isFirstChoice = ({ jobType, size, hours }: StartChoices): boolean =>
  jobType === first && sizeToWire(size) === sizeToWire(firstChoices.size) && hours === firstChoices.hours

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
  const chosen = sizeFromWire(change.size ?? '')
  // Before hydration the page still offers the previous type's sizes.
  const isOfType = chosen !== undefined && jobType.measures.includes(chosen.measure)
  const baseSize = jobType === choices.jobType ? choices.size : defaultSize(measureOf(jobType))
  const size = isOfType ? chosen : baseSize
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
