import type { Measure } from '../pricing/units.ts'

/** The site name of a job type, used in addresses (FLOW-03). */
export type JobTypeId = 'writing' | 'editing' | 'presentation' | 'problems' | 'quiz' | 'task'

/** The name that the price table and the wire use for a job type. */
export type PriceName = 'Essay (writing)' | 'Essay (editing)' | 'Presentations' | 'Problems' | 'Quiz' | 'Other task'

/** A kind of work that can be ordered (FLOW-03). */
export interface JobType {
  /** The path segment in `/neworder/{id}`. */
  id: JobTypeId
  priceName: PriceName
  name: string
  /** The measures that its size may use; the form starts with the first. */
  measures: readonly Measure[]
}

/** FLOW-03: the job types in list order. */
export const jobTypes: readonly JobType[] = [
  { id: 'writing', priceName: 'Essay (writing)', name: 'Essay writing', measures: ['Pages', 'Words'] },
  { id: 'editing', priceName: 'Essay (editing)', name: 'Essay editing', measures: ['Pages', 'Words'] },
  { id: 'presentation', priceName: 'Presentations', name: 'Presentation', measures: ['Slides'] },
  { id: 'problems', priceName: 'Problems', name: 'Problems', measures: ['Minutes'] },
  { id: 'quiz', priceName: 'Quiz', name: 'Quiz', measures: ['Minutes'] },
  { id: 'task', priceName: 'Other task', name: 'Other task', measures: ['Minutes'] },
]

/** The six price names, in the order of the job types (PRICE-04). */
export const priceNames: readonly PriceName[] = jobTypes.map((jobType) => jobType.priceName)

/** The price name of an order without a job type (API-12). */
export const defaultPriceName: PriceName = 'Essay (writing)'

/**
 * The job type with this site name. Undefined for an unknown name; the address then redirects to `/neworder` (FLOW-03).
 */
export function jobTypeById(id: string): JobType | undefined {
  return jobTypes.find((jobType) => jobType.id === id)
}

/** The job type with this price name, or undefined, as for "Complex" (FLOW-03). */
export function jobTypeByPriceName(priceName: string): JobType | undefined {
  return jobTypes.find((jobType) => jobType.priceName === priceName)
}
