import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooShort, shortestFittingStop, tooShortText } from './deadline-limits.ts'
import { deadlineStops } from './deadlines.ts'
import type { Measure } from './units.ts'

const regularStops = deadlineStops('writing', { premium: false })
const measures: Measure[] = ['Pages', 'Words', 'Slides', 'Minutes']
const anySize = fc.record({ count: fc.integer({ min: 1, max: 20_000 }), measure: fc.constantFrom(...measures) })

test.each([
  [3, 1, 300, 2, 60],
  [6, 4, 1200, 8, 240],
  [12, 8, 2400, 16, 480],
  [18, 10, 3000, 20, 600],
  [24, 12, 3600, 24, 720],
  [48, 18, 5400, 36, 1080],
])(
  '[FLOW-13] in %i hours at most %i pages, %i words, %i slides, %i minutes',
  (hours, pages, words, slides, minutes) => {
    const limits: [Measure, number][] = [
      ['Pages', pages],
      ['Words', words],
      ['Slides', slides],
      ['Minutes', minutes],
    ]
    for (const [measure, count] of limits) {
      expect(isTooShort({ count, measure }, hours)).toBe(false)
      expect(isTooShort({ count: count + 1, measure }, hours)).toBe(true)
    }
  },
)

test.each([
  [1, 3],
  [4, 6],
  [7, 12],
  [13, 18],
  [19, 24],
  [25, 48],
])('[FLOW-13] gives %i hours the limits of %i hours', (hours, threshold) => {
  fc.assert(fc.property(anySize, (size) => isTooShort(size, hours) === isTooShort(size, threshold)))
})

test('[FLOW-13] applies only the general limits above 48 hours', () => {
  expect(isTooShort({ count: 50, measure: 'Pages' }, 48)).toBe(true)
  expect(isTooShort({ count: 50, measure: 'Pages' }, 49)).toBe(false)
  expect(isTooShort({ count: 24 * 60, measure: 'Minutes' }, 72)).toBe(false)
})

test('[FLOW-13] keeps a deadline long enough with more time or less work', () => {
  const hours = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(anySize, hours, hours, fc.integer({ min: 0, max: 20_000 }), (size, some, extra, less) => {
      if (isTooShort(size, some)) return
      expect(isTooShort(size, some + extra)).toBe(false)
      expect(isTooShort({ ...size, count: Math.max(1, size.count - less) }, some)).toBe(false)
    }),
  )
})

test('[FLOW-13] asks for more time in the message', () => {
  expect(tooShortText).toBe('Please, give your Nerd more time to complete your task')
})

test.each([
  [1, 'Pages', 3],
  [2, 'Pages', 6],
  [12, 'Pages', 24],
  [13, 'Pages', 48],
  [50, 'Pages', 72],
  [5500, 'Words', 72],
] as const)('[FLOW-14] fits %i %s in %i hours at the shortest', (count, measure, stop) => {
  expect(shortestFittingStop({ count, measure }, regularStops)).toBe(stop)
})

test('[FLOW-14] offers the shortest stop that fits', () => {
  fc.assert(
    fc.property(anySize, (size) => {
      const offered = shortestFittingStop(size, regularStops)
      expect(offered).toBeDefined()
      for (const stop of regularStops) expect(isTooShort(size, stop)).toBe(stop < (offered ?? 0))
    }),
  )
})

test('[FLOW-14] offers no stop if none fits', () => {
  expect(shortestFittingStop({ count: 20, measure: 'Pages' }, [3, 6])).toBeUndefined()
})
