import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nerdRating } from './nerd-rating.ts'

const sumOf = (marks: readonly number[]) => ({
  count: marks.length,
  stars: marks.reduce((sum, mark) => sum + mark, 0),
})

test('[OPS-14] rates a Nerd by the entered rating until the fifth mark, then by the marks alone', () => {
  expect(nerdRating({ entered: 4.9, marks: sumOf([1, 1, 1, 1]) })).toBe(4.9)
  expect(nerdRating({ entered: 4.9, marks: sumOf([1, 1, 1, 1, 1]) })).toBe(1)
  expect(nerdRating({ entered: 0, marks: sumOf([5, 5, 5, 5, 4, 5]) })).toBe(4.83)
})

test('[OPS-14] keeps a rating within its marks and at most a hundredth below their mean', () => {
  const marks = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 300 })
  fc.assert(
    fc.property(marks, fc.double({ min: 0, max: 5, noNaN: true }), (stars, entered) => {
      const sum = sumOf(stars)
      const mean = sum.stars / sum.count
      const rating = nerdRating({ entered, marks: sum })
      expect(rating).toBeGreaterThanOrEqual(Math.min(...stars))
      expect(rating).toBeLessThanOrEqual(mean + 1e-9)
      expect(mean - rating).toBeLessThan(0.01)
    }),
  )
})
