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

/** Whether size and deadline are the stored ones, and whether staff agreed their price (OPS-05). */
interface StoredAnswers {
  asStored?: boolean
  priceFixed?: boolean | undefined
}

/** A reason why an order cannot be placed: its question and its text. */
export interface FormFault {
  field: 'subject' | 'size' | 'deadline'
  text: string
}

/**
 * Faults of size and deadline, which the server refuses too (FLOW-06 to FLOW-09, FLOW-13, FLOW-31). A deadline
 * `asStored` was allowed when it was chosen, so only one that has come too near is a fault (FLOW-33).
 */
export function sizeAndDeadlineFaults(
  { jobType, size, deadline }: Omit<FormAnswers, 'subject'>,
  now: number,
  terms: DeadlineTerms,
  { asStored, priceFixed }: StoredAnswers = {},
): readonly FormFault[] {
  const ofSize = sizeFault(jobType, size)
  const faults: FormFault[] = []
  const add = (field: FormFault['field'], text: string) => faults.push({ field, text })
  if (ofSize !== undefined) add('size', ofSize.text)
  if (asStored && !isOutOfTime({ jobTypeId: jobType.id, size, deadline, priceFixed }, terms, { now })) return faults
  const isShort = isTooShort(size, hoursToDeadline(now, deadline))
  const ofStored = isShort ? undefined : 'too_soon'
  const ofDeadline = asStored ? ofStored : deadlineFault(now, deadline, jobType.id, terms)
  if (ofDeadline !== undefined) add('deadline', deadlineFaultTexts[ofDeadline])
  else if (isShort && ofSize === undefined) add('deadline', tooShortText)
  return faults
}

/** All faults that block "Get it done", in the order of the questions (FLOW-05, FLOW-14). */
export function formFaults(
  answers: FormAnswers,
  now: number,
  terms: DeadlineTerms,
  stored: StoredAnswers = {},
): readonly FormFault[] {
  const ofSubject: FormFault[] = answers.subject === null ? [{ field: 'subject', text: subjectMissingText }] : []
  return [...ofSubject, ...sizeAndDeadlineFaults(answers, now, terms, stored)]
}
