import type { JobType } from '../catalog/job-types.ts'
import { type Measure, type Size, sizeLabel, unitsPerPage } from './units.ts'

/** FLOW-06: 1 to 50 pages, 50 itself allowed; the form starts with 2. */
export const pagesRange = { min: 1, max: 50, default: 2 } as const

/** FLOW-07: 100 to 15000 words (50 pages) in steps of 100. */
export const wordsRange = { min: 100, max: pagesRange.max * unitsPerPage.Words, step: 100 } as const

export const slidesRange = pagesRange

/** FLOW-09: hours plus one of the minute options, more than 0 in total. */
export const hoursRange = { min: 0, max: 24 } as const
export const minuteOptions = [0, 15, 30, 45] as const
const minuteStep = minuteOptions[1]

/** Why a size cannot be ordered, for programs (`kind`) and for people (`text`). */
export interface SizeFault {
  kind: 'not_a_measure' | 'not_whole' | 'below_minimum' | 'above_maximum' | 'not_a_step'
  text: string
}

interface SizeLimit {
  min: number
  max: number
  step: number
  above: string
  offStep?: string
}

const abovePages = `This value must be below ${pagesRange.max} pages`

/** FLOW-06 to FLOW-09. No job type is measured in sources. */
const limits: Partial<Record<Measure, SizeLimit>> = {
  Pages: { min: pagesRange.min, max: pagesRange.max, step: 1, above: abovePages },
  Words: { ...wordsRange, above: abovePages, offStep: `This value must be in steps of ${wordsRange.step} words` },
  Slides: {
    min: slidesRange.min,
    max: slidesRange.max,
    step: 1,
    above: `This value must be below ${slidesRange.max} slides`,
  },
  Minutes: {
    min: minuteStep,
    max: hoursRange.max * 60,
    step: minuteStep,
    above: `This value must be below ${hoursRange.max} hours`,
    offStep: `This value must be in steps of ${minuteStep} minutes`,
  },
}

/** FLOW-06: the fault of a fractional size: "Whole pages only". */
export const wholeOnlyText = (measure: Measure): string => `Whole ${measure.toLowerCase()} only`

/** Why a job type does not accept the size; undefined if it does (FLOW-06 to FLOW-09). */
export function sizeFault(jobType: Pick<JobType, 'name' | 'measures'>, size: Size): SizeFault | undefined {
  const { count, measure } = size
  const limit = jobType.measures.includes(measure) ? limits[measure] : undefined
  if (limit === undefined) return { kind: 'not_a_measure', text: measuresText(jobType) }
  if (!Number.isInteger(count)) return { kind: 'not_whole', text: wholeOnlyText(measure) }
  if (count < limit.min) {
    return { kind: 'below_minimum', text: `This value must be at least ${sizeLabel({ count: limit.min, measure })}` }
  }
  if (count > limit.max) return { kind: 'above_maximum', text: limit.above }
  if (count % limit.step !== 0 && limit.offStep !== undefined) return { kind: 'not_a_step', text: limit.offStep }
  return undefined
}

/** Rounds the size up to the next step: 650 words become 700 (FLOW-07, EASE-08). */
export function roundedToStep({ count, measure }: Size): Size {
  const step = limits[measure]?.step ?? 1
  return { count: Math.ceil(count / step) * step, measure }
}

/** "Essay writing is measured in pages or words" */
function measuresText(jobType: Pick<JobType, 'name' | 'measures'>): string {
  const names = jobType.measures.map((measure) => measure.toLowerCase())
  return `${jobType.name} is measured in ${names.join(' or ')}`
}

/** The form's default size: the default number of pages, in the given measure (FLOW-06, PRICE-01). */
export function defaultSize(measure: Measure): Size {
  return { count: pagesRange.default * unitsPerPage[measure], measure }
}
