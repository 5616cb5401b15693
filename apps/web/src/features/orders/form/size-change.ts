import { sizeIn } from '@nerdify/domain/pricing/size-for-job-type.ts'
import type { Measure, Size } from '@nerdify/domain/pricing/units.ts'

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
