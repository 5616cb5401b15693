import type { BegunOrder } from '../../begun-order.ts'
import { type JobType, type JobTypeId, jobTypeById, jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { isTooShort, shortestFittingStop } from '@nerdify/domain/pricing/deadline-limits.ts'
import { deadlineFromHours, deadlineStops, defaultDeadlineHours } from '@nerdify/domain/pricing/deadlines.ts'
import { type Price, priceOf, quoteOf } from '@nerdify/domain/pricing/price.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { defaultSize, hoursRange, pagesRange } from '@nerdify/domain/pricing/size-limits.ts'
import { minutesPerPage, type Size, sizeFromWire, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'

/** What is chosen at `/start` (DOOR-01). `hours` is one of the deadline's stops. */
export interface StartChoices {
  jobType: JobType
  size: Size
  hours: number
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

/** The sizes to choose from: a list, so that none can be typed that cannot be ordered. The form takes the ones between. */
export function startSizes({ jobType }: StartChoices): readonly Size[] {
  const measure = measureOf(jobType)
  const isTime = measure === 'Minutes'
  const most = isTime ? hoursRange.max : pagesRange.max
  const times = isTime ? minutesPerPage : 1
  return Array.from({ length: most }, (_, index) => ({ count: (index + 1) * times, measure }))
}

/** The choices with one of them changed; a deadline that is too short by now gives way to the shortest that does (FLOW-13). */
export function withChoice(
  choices: StartChoices,
  change: { jobType?: string; size?: string; hours?: number },
): StartChoices {
  const jobType = (change.jobType === undefined ? undefined : jobTypeById(change.jobType)) ?? choices.jobType
  const given = sizeFromWire(change.size ?? '')
  // The page that is not taken over yet still offers the sizes of the type before.
  const isOfType = given !== undefined && jobType.measures.includes(given.measure)
  const kept = jobType === choices.jobType ? choices.size : defaultSize(measureOf(jobType))
  const size = isOfType ? given : kept
  const wanted = change.hours ?? choices.hours
  const stops = deadlineStops(jobType.id, terms)
  const fits = stops.includes(wanted) && !isTooShort(size, wanted)
  return { jobType, size, hours: fits ? wanted : (shortestFittingStop(size, stops) ?? wanted) }
}

/** The choices that a history entry carries. */
export const choicesOf = ({ jobType, size, deadline: { hours } }: BegunOrder): StartChoices =>
  withChoice(firstChoices, { jobType, size, hours })

/** The choices as they travel to the order form, with the words and the key of the files, if there are any. */
export function begunOrderOf(
  { jobType, size, hours }: StartChoices,
  { details, begunFiles }: { details: string; begunFiles?: string | undefined },
): BegunOrder {
  const id: JobTypeId = jobType.id
  return {
    jobType: id,
    size: sizeToWire(size),
    deadline: { hours },
    ...(details !== '' && { details }),
    ...(begunFiles !== undefined && { begunFiles }),
  }
}

/** What they cost now (FLOW-15), with what a friend gives; nothing for a job type that operations have no price for. */
export function startPrice(
  { jobType, size, hours }: StartChoices,
  rates: PriceTable,
  { now, isFriend }: { now: number; isFriend: boolean },
): Price | undefined {
  const deadline = deadlineFromHours(now, hours)
  const quote = quoteOf({ priceName: jobType.priceName, size, deadline, tags: [] }, { rates, services: {} }, now)
  return quote && priceOf(quote, { added: [], gift: isFriend ? referralCoupon.gift : undefined })
}
