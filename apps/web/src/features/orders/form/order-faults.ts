import type { JobType } from '@nerdify/domain/catalog/job-types.ts'
import { subjectMissingText } from '@nerdify/domain/orders/order-texts.ts'
import { isOutOfTime, isTooShort, tooShortText } from '@nerdify/domain/pricing/deadline-limits.ts'
import {
  type DeadlineTerms,
  deadlineFault,
  deadlineFaultTexts,
  hoursToDeadline,
} from '@nerdify/domain/pricing/deadlines.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import type { Size } from '@nerdify/domain/pricing/units.ts'

/** The answers of the order form; the deadline is in UTC milliseconds. */
export interface FormAnswers {
  jobType: JobType
  subject: string | null
  size: Size
  deadline: number
}

/** A reason why an order cannot be placed: its question and its text. */
export interface FormFault {
  field: 'subject' | 'size' | 'deadline'
  text: string
}

/**
 * Faults of size and deadline, which the server refuses too (FLOW-06 to FLOW-09, FLOW-13, FLOW-31). A deadline
 * `asStored` was allowed when it was chosen, so it only must not be too near now (FLOW-33).
 */
export function sizeAndDeadlineFaults(
  { jobType, size, deadline }: Omit<FormAnswers, 'subject'>,
  now: number,
  terms: DeadlineTerms,
  { asStored = false }: { asStored?: boolean } = {},
): readonly FormFault[] {
  const ofSize = sizeFault(jobType, size)
  const ofDeadline = !asStored
    ? deadlineFault(now, deadline, jobType.id, terms)
    : isOutOfTime({ jobTypeId: jobType.id, size, deadline }, terms, { now }) &&
        !isTooShort(size, hoursToDeadline(now, deadline))
      ? 'too_soon'
      : undefined
  const faults: FormFault[] = []
  if (ofSize !== undefined) faults.push({ field: 'size', text: ofSize.text })
  if (ofDeadline !== undefined) faults.push({ field: 'deadline', text: deadlineFaultTexts[ofDeadline] })
  else if (ofSize === undefined && isTooShort(size, hoursToDeadline(now, deadline))) {
    faults.push({ field: 'deadline', text: tooShortText })
  }
  return faults
}

/** All faults that block "Get it done", in the order of the questions (FLOW-05, FLOW-14). */
export function formFaults(
  answers: FormAnswers,
  now: number,
  terms: DeadlineTerms,
  how: { asStored?: boolean } = {},
): readonly FormFault[] {
  const ofSubject: FormFault[] = answers.subject === null ? [{ field: 'subject', text: subjectMissingText }] : []
  return [...ofSubject, ...sizeAndDeadlineFaults(answers, now, terms, how)]
}
