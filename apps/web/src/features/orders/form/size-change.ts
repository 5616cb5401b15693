import { sizeIn } from '@nerdify/domain/pricing/size-for-job-type.ts'
import type { Measure, Size } from '@nerdify/domain/pricing/units.ts'

/** What a size was and became: by a switch of its measure, or when it was rounded (EASE-08). */
export interface SizeChange {
  from: Size
  to: Size
}

/** Switches the measure of a size. Straight after `last`, switching back gives the size that was there before it (ux 28). */
export function switchMeasure(size: Size, measure: Measure, last: SizeChange | undefined): SizeChange {
  const straightBack =
    last?.from.measure === measure && last.to.measure === size.measure && last.to.count === size.count
  return { from: size, to: straightBack ? last.from : sizeIn(measure, size) }
}
