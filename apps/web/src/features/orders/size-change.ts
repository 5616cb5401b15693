import type { JobType } from '@nerdify/domain/catalog/job-types.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import { type Measure, type Size, unitsPerPage } from '@nerdify/domain/pricing/units.ts'

/** The same amount of work in another measure; a part of a page counts as a whole one (PRICE-01, FLOW-06). */
export function sizeIn(measure: Measure, size: Size): Size {
  return { measure, count: Math.ceil(size.count / unitsPerPage[size.measure]) * unitsPerPage[measure] }
}

/** A switch of the measure, remembered so that switching straight back restores what was there (ux 28). */
export interface MeasureSwitch {
  from: Size
  to: Size
}

/** Switches the measure of a size. Straight after `last`, switching back gives the size that was there before it. */
export function switchMeasure(size: Size, measure: Measure, last: MeasureSwitch | undefined): MeasureSwitch {
  const straightBack =
    last?.from.measure === measure && last.to.measure === size.measure && last.to.count === size.count
  return { from: size, to: straightBack ? last.from : sizeIn(measure, size) }
}

/** The size for another job type: the same one if it takes it, else the same work in its measure, within its limits. */
export function sizeForJobType(size: Size, jobType: JobType): Size {
  const measure = jobType.measures[0]
  if (measure === undefined || jobType.measures.includes(size.measure)) return size
  let converted = sizeIn(measure, size)
  while (converted.count > unitsPerPage[measure] && sizeFault(jobType, converted) !== undefined) {
    converted = { measure, count: converted.count - unitsPerPage[measure] }
  }
  return converted
}
