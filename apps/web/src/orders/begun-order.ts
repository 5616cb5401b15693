import { type JobTypeId, jobTypeById } from '@nerdify/domain/catalog/job-types.ts'
import { defaultChoices, type StartChoices, withChoice } from '@nerdify/domain/pricing/start-choices.ts'
import { sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { numberFrom, recordOf, textFrom } from '@nerdify/browser/kept-values.ts'

/**
 * The choices of `/start`, made before there is a client (DOOR-02), in the shape of a draft. The history
 * entry carries them over the code screen to the order form.
 */
export interface BegunOrder {
  jobType: JobTypeId
  /** In the wire's form: "2 Pages". */
  size: string
  deadline: { hours: number }
}

export interface BegunEntry {
  begun?: BegunOrder
}

/** The begun order in a history entry's state. */
export function begunOrderIn(state: unknown): BegunOrder | undefined {
  const { jobType, size, deadline } = recordOf(recordOf(state).begun)
  const type = jobTypeById(textFrom(jobType) ?? '')
  const hours = numberFrom(recordOf(deadline).hours)
  if (type === undefined || typeof size !== 'string' || hours === undefined) return undefined
  return { jobType: type.id, size, deadline: { hours } }
}

/** The choices as the order form reads them. */
export const begunOrderOf = ({ jobType, size, hours }: StartChoices): BegunOrder => ({
  jobType: jobType.id,
  size: sizeToWire(size),
  deadline: { hours },
})

/** The choices that a history entry carries. */
export const choicesOf = ({ jobType, size, deadline: { hours } }: BegunOrder): StartChoices =>
  withChoice(defaultChoices, { jobType, size, hours })
