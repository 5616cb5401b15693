import type { JobType } from '../catalog/job-types.ts'
import { sizeFault } from './size-limits.ts'
import { type Measure, type Size, unitsPerPage } from './units.ts'

/** Converts a size to another measure; a partial page counts as a whole page (PRICE-01, FLOW-06). */
export function sizeIn(measure: Measure, size: Size): Size {
  return { measure, count: Math.ceil(size.count / unitsPerPage[size.measure]) * unitsPerPage[measure] }
}

/**
 * The size for another job type (FLOW-02): unchanged if that type accepts it, else converted to its measure and limits.
 */
export function sizeForJobType(size: Size, jobType: JobType): Size {
  const measure = jobType.measures[0]
  if (measure === undefined || jobType.measures.includes(size.measure)) return size
  let converted = sizeIn(measure, size)
  while (converted.count > unitsPerPage[measure] && sizeFault(jobType, converted) !== undefined) {
    converted = { measure, count: converted.count - unitsPerPage[measure] }
  }
  return converted
}
