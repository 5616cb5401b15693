import type { JobType, JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import { shortestFittingStop } from '@nerdify/domain/pricing/deadline-limits.ts'
import { type DeadlineTerms, deadlineFromHours, deadlineStops, snapToStop } from '@nerdify/domain/pricing/deadlines.ts'
import { sizeFromWire, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { type Draft, isEmpty } from '../draft/draft.ts'
import { drafts, newOrderDraftKey } from '../draft/drafts.ts'
import { backgroundFiles } from '../details/background-files.ts'
import type { OrderFields } from '../draft/waiting-changes.ts'
import { type FormAnswers, sizeAndDeadlineFaults } from './order-faults.ts'
import { sizeForJobType } from '@nerdify/domain/pricing/size-for-job-type.ts'

/**
 * The changes for another job type (FLOW-02): the type, a size in its measure, and a longer deadline if needed. `now`
 * is in UTC milliseconds.
 */
export function jobTypeChange(
  order: { size: string | null; deadline: string | null },
  jobType: JobType,
  { now, terms }: { now: number; terms: DeadlineTerms },
): OrderFields {
  const stored = sizeFromWire(order.size ?? '')
  const type = { type: jobType.priceName }
  if (stored === undefined) return type
  const size = sizeForJobType(stored, jobType)
  return {
    ...type,
    ...(size !== stored && { size: sizeToWire(size) }),
    ...(order.deadline !== null && longerDeadline({ jobType, size, deadline: Date.parse(order.deadline) }, now, terms)),
  }
}

/** A draft of another job type: the same subject, deadline and size, in the measure of the type (EASE-09). */
export function draftForJobType(draft: Draft, jobType: JobType, terms: DeadlineTerms): Draft {
  const { size, deadline } = draft
  const hours =
    deadline && 'hours' in deadline ? snapToStop(deadline.hours, deadlineStops(jobType.id, terms)) : undefined
  return {
    ...draft,
    ...(size && { size: sizeForJobType(size, jobType) }),
    ...(hours !== undefined && { deadline: { hours } }),
  }
}

/**
 * Moves the draft of a new order to another job type (EASE-09). Older values of that type's draft stay where the moved
 * draft has none.
 */
export function moveDraft(from: JobTypeId, jobType: JobType, terms: DeadlineTerms): void {
  const [fromKey, toKey] = [newOrderDraftKey(from), newOrderDraftKey(jobType.id)]
  const draft = drafts.read(fromKey)
  if (fromKey === toKey || isEmpty(draft)) return
  drafts.change(toKey, draftForJobType(draft, jobType, terms))
  backgroundFiles.move(fromKey, toKey)
  drafts.clear(fromKey)
}

/** A longer deadline, if the stored one cannot be ordered with this size and type. */
function longerDeadline(answers: Omit<FormAnswers, 'subject'>, now: number, terms: DeadlineTerms): OrderFields {
  const faults = sizeAndDeadlineFaults(answers, now, terms)
  const hours = shortestFittingStop(answers.size, deadlineStops(answers.jobType.id, terms))
  if (hours === undefined || !faults.some(({ field }) => field === 'deadline')) return {}
  return { deadline: new Date(deadlineFromHours(now, hours)).toISOString() }
}
