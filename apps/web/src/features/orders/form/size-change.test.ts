import type { Size } from '@nerdify/domain/pricing/units.ts'
import { expect, test } from 'vitest'
import { switchMeasure } from './size-change.ts'

test('[FLOW-06] pages and words convert at 300 words a page, words to pages rounded up', () => {
  expect(switchMeasure({ count: 2, measure: 'Pages' }, 'Words', undefined).to).toEqual({ count: 600, measure: 'Words' })
  expect(switchMeasure({ count: 400, measure: 'Words' }, 'Pages', undefined).to).toEqual({ count: 2, measure: 'Pages' })
})

test('(ux 28) switching straight back restores the old size; a size changed in between converts', () => {
  const words: Size = { count: 400, measure: 'Words' }
  const there = switchMeasure(words, 'Pages', undefined)
  const back = switchMeasure(there.to, 'Words', there)
  expect(back.to).toEqual(words)
  expect(switchMeasure(back.to, 'Pages', back).to).toEqual(there.to)
  expect(switchMeasure({ count: 3, measure: 'Pages' }, 'Words', there).to).toEqual({ count: 900, measure: 'Words' })
})
