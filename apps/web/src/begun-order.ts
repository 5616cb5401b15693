import { type JobTypeId, jobTypeById } from '@nerdify/domain/catalog/job-types.ts'
import { numberFrom, recordOf, textFrom } from './kept-values.ts'

/**
 * What was chosen and typed at `/start`, before there was a client (DOOR-02), as a draft is kept: it travels in the history
 * entry from there over the code to the order form.
 */
export interface BegunOrder {
  jobType: JobTypeId
  /** As the wire has it: "2 Pages". */
  size: string
  deadline: { hours: number }
  details?: string
  /** The key of the files that were chosen with it (`begun-files.ts`). */
  begunFiles?: string
}

/** What the history entry of a page carries of it. */
export interface BegunEntry {
  begun?: BegunOrder
}

/** The order that a history entry's state carries, however it came about. */
export function begunOrderIn(state: unknown): BegunOrder | undefined {
  const { jobType, size, deadline, details, begunFiles } = recordOf(recordOf(state).begun)
  const known = jobTypeById(textFrom(jobType) ?? '')
  const hours = numberFrom(recordOf(deadline).hours)
  if (known === undefined || typeof size !== 'string' || hours === undefined) return undefined
  return {
    jobType: known.id,
    size,
    deadline: { hours },
    ...(typeof details === 'string' && details !== '' && { details }),
    ...(typeof begunFiles === 'string' && { begunFiles }),
  }
}
