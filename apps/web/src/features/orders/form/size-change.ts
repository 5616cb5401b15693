import { sizeIn } from '@nerdify/domain/pricing/size-for-job-type.ts'
import type { Measure, Size } from '@nerdify/domain/pricing/units.ts'

/** A size before and after a switch of its measure, or a rounding (EASE-08). */
export interface SizeChange {
  from: Size
  to: Size
}

/** Switches the measure of a size. Directly after `last`, switching back restores the size before it (ux 28). */
export function switchMeasure(size: Size, measure: Measure, last: SizeChange | undefined): SizeChange {
  const straightBack =
    last?.from.measure === measure && last.to.measure === size.measure && last.to.count === size.count
  return { from: size, to: straightBack ? last.from : sizeIn(measure, size) }
}
